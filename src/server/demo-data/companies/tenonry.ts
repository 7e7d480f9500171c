import type { DemoCompany } from '../demo-company.ts';
import { paragraphs } from '../paragraphs.ts';

export const tenonry: DemoCompany = {
  name: 'Tenonry',
  slug: 'tenonry',
  description: paragraphs(`
    Tenonry is a build and release system for companies whose software consists of many small
    packages. It works out what a change affects, builds only that, and tells the owners of
    everything downstream before they find out otherwise.
  `),
  website: 'https://tenonry.example',
  jobs: [
    {
      title: 'Vice President of Engineering',
      type: 'Full-Time',
      location: 'San Francisco, CA',
      salary: 'Over $300K',
      applyurl: 'https://tenonry.example/jobs/vp-engineering',
      hoursAgo: 29,
      description: paragraphs(`
        Tenonry has gone from 12 to 58 engineers in three years with the same flat
        structure, and it has stopped working. We are hiring a VP of Engineering to design
        what comes next and then run it.

        ## The company in one paragraph

        We sell to about 400 engineering organizations, from 30 developers to 9,000. Revenue
        was $38 million last year, up from 24. We lose a little money each month, on
        purpose, and have 31 months of cash. The product is one that engineers choose
        themselves; we've lost four customers to competitors and eleven to a build script
        that someone wrote over a weekend, which keeps us modest.

        ## What's wrong

        - Eight teams, no managers between them and the CEO. Twenty-two people have had no
        performance conversation in fourteen months
        - Planning is done by whoever writes the most convincing document. The quiet teams,
        which include the one that keeps us up, lose
        - On-call is voluntary, so nine people carry it
        - We promised three large customers a self-hosted version and have no team for it

        ## What's right

        Engineers here ship on their first day and like each other. The build graph is the
        best of its kind. We hold no grudges about incidents. Offer acceptance is 81%.

        ## What you'd do

        1. In the first sixty days, talk to all 58, and publish what you heard
        2. Propose a structure. We think it involves five or six managers, most of them
        promoted from inside; you may think otherwise
        3. Put pay, levels and on-call on a footing that can be written down in ten pages
        4. Staff the self-hosted version, or persuade the three customers (and us) that
        there's a better answer
        5. Take over the engineering budget, $19 million, in the second half of the year

        You'd report to the CEO, who founded the company, wrote the first version, and still
        has strong views on the cache. She has agreed, in writing, to stop reviewing pull
        requests on the day you start.

        ## The people you'd lead

        **Graph** (5) is the heart of the product and knows it. **Runners** (9) executes
        builds on three operating systems, carries most of the on-call load and is tired.
        **Cache** (6) has halved our storage cost per build twice and would like to be told
        that it's enough. **Integrations** (8) works with forty package ecosystems and is
        the team from which customers hear most. **Console** (9) makes everything that can
        be seen, in Vue, with good taste and a backlog of 600 items. **Platform** (7) serves
        the other teams and is served by none. **Data** (5) was formed in January and isn't
        sure why. **Security and compliance** (1) is a single person who has asked for help,
        and she'll get a colleague this quarter. The remaining eight aren't in a team at
        all. They work directly with the founder on matters that seemed urgent at the time.

        Of the 58, eleven have told us that they'd like to manage people. We think that six
        of them would be good at it, and we've told none of them which six, because that
        should be your judgment.

        ## Three decisions that can't wait for long

        1. **Levels.** Offers are made by feel. Two people who do the same work are paid
        $46,000 apart, and they've found out. We have set aside the money to correct this
        and others like it, and we have not set a method.
        2. **The release train.** Customers on the hosted version get changes up to thirty
        times a day. Those who want it self-hosted expect four releases a year with three
        years of fixes. One code base can serve both; one *habit* can't.
        3. **On-call.** The nine volunteers have given notice, politely and together, that
        they will stop at the end of the year.

        ## Who this is for

        You've managed managers for at least four years, in a product company with
        developers as its users or something equally unforgiving. You've introduced
        structure into a place that was suspicious of it. You can recall the good people who
        left because of something you did, and what you'd do now.

        You needn't have built a build system. You do need to hold your own in a discussion
        of why a remote cache returned the wrong artifact, and to know when to leave the
        room.

        ## What might make you say no

        The founder is involved. She's learning to be involved elsewhere, and there will be
        weeks when she forgets. The board has two engineers on it who ask real questions,
        and who call people other than you. Several of the staff have never worked under a
        manager and regard the role with an anthropologist's interest. And the first thing
        you'll be known for is a structure that takes something away from somebody.

        We've tried to write this the way we'd want it told to us. If it reads like a list
        of complaints, then please also talk to the people: any of them will take a call
        from a candidate, and you choose which.

        ## Compensation

        Base from $310,000 to $345,000, and equity at 1.1 to 1.4 percent, with ten years to
        exercise. Health, dental and vision at no cost for the family. Four weeks of
        vacation as a minimum, enforced by the calendar.

        The job is in San Francisco, in the Mission, three days a week. We looked at remote
        candidates for this role last year and concluded that for this one, this time, the
        person should be here.
      `),
    },
    {
      title: 'Principal Engineer, Build Graph',
      type: 'Full-Time',
      location: 'San Francisco, CA',
      salary: '$200K-$300K',
      applyurl: 'https://tenonry.example/jobs/principal-build-graph',
      hoursAgo: 65,
      description: paragraphs(`
        Given a change to one line in one of 14,000 packages, which of the other 13,999 need
        to be rebuilt, retested or warned? Tenonry answers in 220 milliseconds, at the 95th
        percentile, and you'd own that answer: its speed, its correctness and its future.

        ## What the graph is

        A content-addressed dependency graph over files, packages, toolchains and
        environments, written in Rust, about 60,000 lines. It's stored in a format of our
        own on top of an object store. The largest customer has 41 million edges and changes
        9,000 of them an hour.

        ## Open problems

        - **Dynamic edges.** Plugins that resolve at run time are invisible to us; customers
        with plug-in architectures (a growing share, as everything goes composable) get
        over-built by a factor of three
        - **Correctness.** Two wrong cache hits last year. Each cost a customer a day and us
        a great deal of credit. We'd like a proof, or at least a model checker that has
        tried hard
        - **Merging.** When two large companies merge, they bring two graphs with the same
        names in them. We've done it twice, by hand
        - **Cost.** Storage has doubled while edges grew by 40%

        ## What a principal engineer does here

        You choose the problem, within reason. You write the design, and a good part of the
        code. You teach: the graph team is five people, and within two years two of them
        should be able to do your job. You're in front of customers' staff engineers about
        twice a month, and you're believed because you're careful.

        ## What you'd bring

        Ten years or so of systems work, including one data structure or storage engine that
        ran at scale under your name. Rust, or the kind of C++ that makes Rust feel
        familiar. Published writing, talks or code that we can read beforehand, so that the
        interview can start at an interesting place.

        ## How you'd spend the first year

        Nobody will hand you a roadmap. If you asked us today, we'd guess at something like
        this:

        - **Spring.** Read the store from end to end and fix twenty small things in it,
        because that's how people here come to trust a newcomer, and it's how you'll find
        the large things. Shadow two customer incidents
        - **Summer.** Pick a direction for dynamic edges. Three proposals lie in a drawer:
        tracing, declared capabilities, and a sampling approach that is either clever or a
        mistake. Build the smallest version that can be proved wrong
        - **Autumn.** Put it in front of four customers who have agreed to be first, with a
        switch to turn it off
        - **Winter.** Write it up in public. The format of the graph has been closed so far;
        there's a good case for opening it, and the case would be yours to make

        ## How we'd get to know each other

        A call with the graph team's lead. A long afternoon on a design of yours, with you
        presenting and five of us asking. A day on a real problem in our code, paid. Then
        lunch with the founder, who will talk about caches. We give an answer within three
        days, with reasons in either case.

        ## Fine print

        Base $235,000 to $280,000 plus equity. San Francisco, two days a week in the office.
        On call with the team, one week in six, and you'd be the escalation for graph
        corruption at any hour. That's occurred three times since 2020.
      `),
    },
    {
      title: 'Developer Advocate',
      type: 'Remote',
      location: 'Remote (US)',
      salary: '$175K - $200K',
      applyurl: 'https://tenonry.example/jobs/developer-advocate',
      hoursAgo: 6,
      description: paragraphs(`
        We'd like fewer conference talks and more honest comparisons. As developer advocate
        you'd spend most of your time using Tenonry, and its rivals, on real open-source
        repositories, and publishing what happened.

        Our previous advocate built a reputation on a series where she moved a well-tangled
        repository onto five different build systems and timed everything. We came second in
        two of the five. It brought us more customers than anything else that year. She's
        now a product manager here and will help you settle in.

        ### The work

        - One deep piece every three weeks: text, code and numbers that others can reproduce
        - Office hours twice a week for anyone, customer or not
        - Integrations for front-end toolchains. Vue and React monorepos are 60% of new
        sign-ups, and our defaults for them are mediocre
        - A seat at the weekly product meeting, with the standing agenda item "what I
        tripped over"

        ### You

        - Write clearly and at length, and have proof
        - Know at least two package ecosystems from the inside
        - Will tell us, and then the public, when we're wrong
        - Don't mind being recognizable on the internet, with all that this brings; we've
        got a person and a policy for when it gets unpleasant

        Remote in the US, six or so trips a year. Equity, and the same benefits as in San
        Francisco. If you're thinking of applying, start with [the comparison
        series](https://tenonry.example/compare) and tell us what's unfair in it.
      `),
    },
    {
      title: 'Staff Product Designer',
      type: 'Full-Time',
      location: 'New York, NY',
      salary: '$200K-$300K',
      applyurl: 'https://tenonry.example/jobs/staff-product-designer',
      hoursAgo: 330,
      description: paragraphs(`
        A build fails at 4:40 on a Friday, 300 packages downstream of the change that caused
        it, and someone who has never heard of Tenonry opens our page. You'd design what
        they see.

        Most of what we make is read under stress: logs, graphs, blame, retries. The design
        team is three people and has done well by the calm paths. The failure paths were
        designed by engineers, for engineers who already understood them.

        **Problems you'd take on**

        - The failure page. Median time from opening it to finding the cause is six minutes;
        a third of visitors give up and ask a colleague
        - Showing a graph with 2,000 nodes. We know that drawing it isn't the answer, and we
        keep drawing it
        - The command line. It's our most used interface and no designer has ever touched it
        - A shared language of states: we have eleven words for "not finished"

        **We're after** someone who's designed tools for experts and can show that they got
        faster or erred less. You can prototype in code well enough to be dangerous to your
        own assumptions. You edit text ruthlessly. You've worked at staff level, or have
        been doing so without the title.

        **About New York.** Fourteen of us work near Union Square; the rest of design is
        there, while engineering is mainly in San Francisco. You'd fly over every six weeks.
        Base $205,000 to $240,000, equity, and the usual insurances paid in full. There's no
        design manager, and you'd report to the VP of Product.
      `),
    },
    {
      title: 'Senior Security Engineer, Supply Chain',
      type: 'Remote',
      location: 'Remote (US)',
      salary: '$200K-$300K',
      applyurl: 'https://tenonry.example/jobs/security-engineer',
      hoursAgo: 445,
      description: paragraphs(`
        If somebody wanted to put bad code into four hundred companies at once, we'd be a
        good place to try. You would make sure that it doesn't work.

        We have one security engineer, who covers everything from laptops to laws. You'd be
        the second and take the product side: signing, provenance, isolation of builds, and
        what a compromised package can reach.

        ### On the list already

        - Every artifact signed and its provenance recorded; we're at 70%, and the last 30
        are the awkward ones
        - Sandboxes for build steps on three operating systems. Linux is fine, macOS is
        passable, Windows is hopes and prayers
        - Keys that customers hold and that we can't use without them
        - A yearly red-team exercise, with a budget of $120,000 and your choice of adversary

        ### Skills

        You have broken or defended build systems, package registries or CI at a serious
        level. You can write the fix as well as the finding, in Rust or Go. You've run a
        disclosure from the first email to the public note, and the reporter would speak
        well of you.

        ### Worth knowing

        Customers send questionnaires, and some of them are yours: perhaps three hours in a
        week. In an incident you'd be central, at whatever time it is. We've had one real
        one, in 2022; the report is [public](https://tenonry.example/security/2022-06) and
        is the best introduction to how we work.

        Base $210,000 to $245,000. Remote in the US, with a week together each quarter.
      `),
    },
    {
      title: 'Software Engineering Intern',
      type: 'Internship',
      location: 'San Francisco, CA',
      salary: '$100K - $125K',
      applyurl: 'https://tenonry.example/jobs/intern',
      hoursAgo: 700,
      description: paragraphs(`
        Fix something that annoys 40,000 developers, in one summer. Each intern at Tenonry
        takes a single long-standing complaint from our public tracker, chosen together in
        the first week, and sees it through to release.

        Past choices: colour in log output on Windows (harder than it sounds), a \`why\`
        command that explains in one sentence why a package was rebuilt, and suggestions for
        a misspelled package name. All three shipped before the intern left.

        **The shape of the summer.** Week one is for reading and choosing. By the end of
        week three you've put a first version, however rough, in front of five customers who
        complained. Weeks four to nine are the work. Week ten is release. The last two are
        for the bugs that the release brings, because we think interns should see those too.

        **Pay.** $54 an hour, the annual figure being what the form asks for. $4,500 towards
        housing. Twelve weeks from June 2 or June 16.

        **Requirements.** You're enrolled in a degree or a certificate program, or you
        finished one within the year. You've written a few thousand lines in one language.
        Rust isn't expected; last year two out of four learned it here.

        **You'll have** a mentor who has nothing more important to do on Tuesday and
        Thursday afternoons, a desk, and access to the same dashboards as everybody else.
        You won't have a guaranteed offer. Last year we made an offer to three of four. We would
        rather be clear that it depends on budgets as well as on you.
      `),
    },
  ],
};
