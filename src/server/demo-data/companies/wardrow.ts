import type { DemoCompany } from '../demo-company.ts';
import { paragraphs } from '../paragraphs.ts';

export const wardrow: DemoCompany = {
  name: 'Wardrow Health',
  slug: 'wardrow',
  description: paragraphs(`
    Wardrow builds shift schedules for hospitals: who works which ward, when, with which skills,
    and who can swap with whom. 190 hospitals and some 88,000 nurses, doctors and technicians
    plan their weeks with it.
  `),
  website: 'https://wardrow.example',
  jobs: [
    {
      title: 'Chief Technology Officer',
      type: 'Full-Time',
      location: 'Minneapolis, MN',
      salary: 'Over $300K',
      applyurl: 'https://wardrow.example/careers/cto',
      hoursAgo: 118,
      description: paragraphs(`
        Wardrow is looking for a chief technology officer to lead 74 engineers, designers
        and analysts through the hardest change in our product's life: from one scheduling
        application to a set of composable services that hospitals can take up one at a
        time.

        Our founder and present CTO, Annika, is stepping back after eleven years. She will
        stay for six months as an adviser, for as many or as few hours as you ask.

        ## Why the change

        Hospitals used to buy a scheduling system every twelve years. Now they ask for
        parts. One system wants our credential checks but has its own time clock. Another
        wants the swap board on its own intranet. We have said "next year" to 17 such
        requests, worth about nine million dollars annually, and a competitor half our size
        has begun to say "yes".

        The application is eleven years old, some 1.4 million lines, mostly in sound
        condition. It was never meant to come apart. A first piece, credentials, was
        separated last year; it took ten months rather than the planned four, and we learned
        a good deal that is written down and waiting for you.

        ## What you would be responsible for

        - **The plan.** Which parts, in which order, and what we stop doing meanwhile. The
        board has approved the direction, not a schedule.
        - **The people.** Nine teams, four engineering managers, two principal engineers.
        Attrition last year was 9%. Two teams are understaffed and one is too big.
        - **Safety.** A wrong schedule can leave an intensive-care unit short. We run under
        a quality system that is audited twice a year, and you sign for it.
        - **Money.** A budget of 21 million dollars, of which hosting is 2.6 and growing
        faster than it should.
        - **Trust.** Chief nursing officers want to hear from the person in charge when
        something has gone wrong. You would call them yourself.

        ## The first eighteen months, as we see them

        1. Months one to three: spend at least six shifts on wards, three of them nights.
        Read the incident reports of the past two years. Change nothing large.
        2. Months four to six: publish the order of separation, with costs, and defend it to
        the board.
        3. By month twelve: the swap board runs by itself at five hospitals that do not use
        the rest of our product.
        4. By month eighteen: the schedule grid and the optimizer no longer share a
        database, and a release of one does not wait for the other.

        You may disagree with this list. If you do, we would like to hear it in the first
        interview.

        ## Who we have in mind

        You have led an engineering organization of fifty people or more for several years,
        and at least once through a large change of architecture under customers who could
        not be put on hold. You can still read code and follow an argument about data models
        to its end, although you have not needed to commit anything for some time and do not
        pretend otherwise.

        You have worked with regulated or safety-relevant software: health, aviation, rail,
        energy, money. You know how to keep a process from becoming a pretext.

        You write well. Much of how we decide happens in documents of two to six pages, read
        in silence at the start of a meeting.

        You have hired people better than you in some respect, and can name them.

        ## What may put you off

        Hospitals buy slowly and pay late. Our largest customer is 14% of revenue. The
        quality system produces paper, and some of that paper is yours. The optimizer team
        is brilliant and does not like to be hurried; the last attempt to hurry them is
        described, with some bitterness, in a retrospective you should read.

        There is also a disagreement in the company that you would inherit: whether the
        optimizer should be sold to hospitals that use a rival's grid. Half the executive
        team believes it would be our best product and the other half believes it would be
        our last. We have agreed to leave the question open until you have an opinion.

        ## Compensation and place

        Base salary above 300,000 dollars, an annual bonus tied to two numbers that you will
        know from the first day, and equity that we are glad to explain with a spreadsheet,
        including the version in which it is worth little. Health insurance is paid in full
        for families. Six weeks of leave; the executive team takes all of it and publishes
        the dates.

        The position is in Minneapolis, three days a week in the office in the North Loop.
        We help with moving, including schools, and with a partner's search for work.

        ## How we choose

        A first conversation with our chief executive, 45 minutes. A half-day with four
        people you would lead. A written exercise, six hours at the most, paid at 1,500
        dollars: the order of separation as you would sketch it from the documents that we
        give you. A dinner with two board members. References last, with your consent, and
        you may ask for as many of ours. We intend to be done within seven weeks of your
        first message, and we tell everyone the result by phone. A longer description of the
        company is at [wardrow.example/cto](https://wardrow.example/cto).
      `),
    },
    {
      title: 'Senior React Engineer, Schedule Grid',
      type: 'Full-Time',
      location: 'Minneapolis, MN',
      salary: '$150K - $175K',
      applyurl: 'https://wardrow.example/careers/senior-react-grid',
      hoursAgo: 15,
      description: paragraphs(`
        Charge nurses spend four hours a week in one screen, a grid of 60 people by 42 days,
        and you would make it fast enough to think in. Each of its 2,520 cells can hold a
        shift, a request, a warning and a half-finished conversation.

        ## State of the grid

        It is a React application of about 90,000 lines of TypeScript. Scrolling is smooth
        on our machines; on the workstation at a typical nursing station, shared and eight
        years old, moving one shift takes 380 milliseconds. The target is 100. Rules such as
        rest periods and skill mix are evaluated on the server after each move, so the grid
        shows a guess and then sometimes takes it back, which people hate.

        ## The work of the coming year

        - Move the 30 most common rules into the browser, using the same definitions that
        the server uses
        - Make undo work across a whole planning session, including swaps approved by
        someone else in between
        - A keyboard path for everything; a fifth of our heaviest users never touch the
        mouse
        - Take the grid apart so that hospitals can place its parts within their own portals

        ## How a rule travels

        An example, because it explains the job better than a list. Night staff must have
        eleven hours of rest. The rule is written once, as data, by an analyst. The server
        evaluates it for a whole period in about 900 milliseconds. In the grid we need the
        answer for one person and one move, in under ten, including the reason in words, so
        that the nurse who is planning can decide to break it knowingly. Hospitals may
        adjust the eleven to ten and a half in an emergency, and the adjustment has to be
        visible for three years.

        We have built this path for four rules as a trial. On those four, planners make 60%
        fewer moves that they later take back. The other twenty-six are the work, and some
        of them, such as the ones on skill mix, depend on everybody else in the row.

        ## About you

        - Deep knowledge of React rendering, and of what to do when it is no longer the
        bottleneck
        - At least one interactive tool of real density behind you: a spreadsheet, an
        editor, a trading screen, a map
        - You test what matters and can defend what you left untested
        - Willing to spend two days each quarter on a ward, watching. These days change more
        of our roadmap than any survey

        ## What to expect

        The team is four engineers, a designer and a former charge nurse who is the product
        manager. We release every second Thursday; changes that touch a rule need a second
        review and a signed note, which adds about a day. Office three days a week, at times
        we agree as a team.

        Health, dental and vision cover with no premium for the employee, 401(k) with a 5%
        match, 16 weeks of parental leave for any parent.
      `),
    },
    {
      title: 'Integration Engineer, HL7 and FHIR',
      type: 'Remote',
      location: 'Remote (US)',
      salary: '$125K - $150K',
      applyurl: 'https://wardrow.example/careers/integration-engineer',
      hoursAgo: 60,
      description: paragraphs(`
        No two hospitals store the fact that a nurse may give chemotherapy in the same way,
        and your job would be to read that fact correctly from all of them. We connect to
        personnel systems, time clocks, credential registries and patient-census feeds, 730
        live interfaces in all.

        You would look after a group of about 25 hospitals, build their new connections and
        repair the old ones. A new interface takes two to six weeks, of which perhaps four
        days are programming; the rest is finding the right person, agreeing on what a field
        means, and testing with data that looks like theirs.

        ### Typical problems

        - A census feed that reports a newborn as an admission on one campus and as nothing
        on the other
        - A time clock that sends daylight-saving corrections a day late
        - A registry that expires every license at 00:00 UTC, so that Hawaii's nurses lose
        theirs the afternoon before

        ### Requirements

        Three years with HL7 v2, FHIR or both, in production. One general programming
        language; we use TypeScript and some Python. Care with protected health information,
        which you'll be trained on each year and audited for. Above all, clear writing: each
        interface has a page that says what it does in English.

        ### Practicalities

        Fully remote within the United States. Go-lives happen at 5 in the morning Central
        about twice a month; you get that day's afternoon off. Interface alarms rotate among
        nine people.
      `),
    },
    {
      title: 'Engineering Manager, Optimizer',
      type: 'Full-Time',
      location: 'Minneapolis, MN',
      salary: '$175K - $200K',
      applyurl: 'https://wardrow.example/careers/em-optimizer',
      hoursAgo: 261,
      description: paragraphs(`
        Six engineers with doctorates or the temperament for one build the part of Wardrow
        that proposes a whole month's schedule overnight. They need a manager who protects
        their depth and also gets things shipped. The two previous managers each managed one
        of these.

        The optimizer handles up to 340 people, 90 rules and a fairness measure that unions
        have agreed to. A good proposal leaves a charge nurse about forty manual changes;
        two years ago it was a hundred and ten. Getting to twenty-five is the goal that the
        team has set for itself.

        **As manager you would**

        - hold weekly conversations with each of the six, plan growth with them and handle
        pay honestly
        - keep a list of at most three current goals, and defend its length
        - translate between the team and the hospitals, in both directions
        - be accountable for the validation file that our auditors read
        - hire one engineer this year; we've had the vacancy for five months because the
        team rejects everyone

        **You need not** know integer programming. It helps to have studied something
        mathematical and to be unafraid to ask the same question three times. You do need
        four years of managing engineers, and experience with people who know more than you.

        **Please consider** that the team works late mornings to early evenings, distrusts
        estimates and keeps its own cluster. Some of this should change and some shouldn't,
        and we hope that you would see which is which.
      `),
    },
    {
      title: 'Clinical Implementation Lead',
      type: 'Full-Time',
      location: 'Nashville, TN',
      salary: '$100K - $125K',
      applyurl: 'https://wardrow.example/careers/clinical-implementation-lead',
      hoursAgo: 430,
      description: paragraphs(`
        Former nurse managers make our best implementation leads, and for the three hospital
        groups we are adding in Tennessee and Kentucky we need one more. You would take a
        hospital from paper, spreadsheets or an older system to Wardrow in sixteen weeks.

        ### The sixteen weeks

        1. **Weeks 1-4, listening.** Sit with schedulers on every unit. Write down the real
        rules, which differ from the policy binder.
        2. **Weeks 5-8, setting up.** Turn them into configuration along with an integration
        engineer.
        3. **Weeks 9-12, running beside.** The hospital plans one period both ways. You
        compare, explain and adjust.
        4. **Weeks 13-16, going live.** You're on site, nights included for the first three.

        You would run two hospitals at a time, offset by eight weeks.

        ### What you bring

        - Five or more years in a hospital, with responsibility for a schedule that people
        complained about
        - Patience with software and impatience with bad software
        - The standing to tell a director that a cherished rule breaks the contract with the
        union

        ### What it costs you

        Forty to fifty percent travel within driving distance of Nashville, and three weeks
        a year that are simply exhausting. No on-call duty beyond go-live. We give a week
        off after each go-live that does not count against your five weeks of leave.
      `),
    },
    {
      title: 'Support Engineer, Nights',
      type: 'Part-Time',
      location: 'Remote (US)',
      salary: '$50K - $60K',
      applyurl: 'https://wardrow.example/careers/support-nights',
      hoursAgo: 604,
      description: paragraphs(`
        Hospitals don't close, so three nights a week, from 10 p.m. to 6 a.m. Central, you
        would answer when a schedule won't publish. An ordinary night has seven tickets and
        one phone call.

        Most questions come from house supervisors who need somebody for the next shift and
        find a swap blocked. You look up which rule blocks it, say whether the rule is
        right, and lift it where you are allowed to. You can read our logs and run prepared
        queries; you wake an engineer about twice a month, and nobody minds.

        - Experience in technical support, or in a hospital at night
        - SQL at reading level, or the wish to learn it with us in the first two months
        - A quiet place to talk in

        The pay stated is for 24 hours a week and includes the night supplement. Benefits
        are the same as for full-time staff. The rota is fixed six months ahead, by our own
        optimizer, which is exactly as fair as we claim.
      `),
    },
    {
      title: 'Optimization Research Intern',
      type: 'Internship',
      location: 'Minneapolis, MN',
      salary: '$70K - $80K',
      applyurl: 'https://wardrow.example/careers/optimization-intern',
      hoursAgo: 842,
      description: paragraphs(`
        What makes a nurse call one schedule fair and another, with the same hours, unfair?
        Over fourteen weeks you would study that question with real, anonymized schedules
        from twelve hospitals and turn what you find into something our optimizer can
        measure.

        The range is annualized: interns earn 37 dollars an hour. The placement runs from
        late May to the end of August and includes help with finding a room.

        ### You would

        - Begin with the 5,200 comments that nurses left on published schedules last year
        - Propose two or three measures and test whether they predict those comments
        - Implement the best of them against the optimizer's Python interface
        - Present it at the end to the team and to a panel of six nurses, who will not be
        gentle

        ### You are

        A graduate student in operations research, computer science, statistics or a social
        science with a quantitative bent. You've handled untidy text and numbers together.
        You can explain a result to someone who is tired and about to start a shift.

        You'd sit with the optimizer team, six people who enjoy being asked things and will
        ask you more. One of them is your supervisor and sets aside an hour a day for the
        first month.

        Publishing is encouraged, subject to a privacy review of at most four weeks. Of the
        last five interns one now works here, two finished doctorates, and one opened a
        bakery.
      `),
    },
  ],
};
