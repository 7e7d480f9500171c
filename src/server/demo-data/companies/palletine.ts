import type { DemoCompany } from '../demo-company.ts';
import { paragraphs } from '../paragraphs.ts';

export const palletine: DemoCompany = {
  name: 'Palletine',
  slug: 'palletine',
  description: paragraphs(`
    Palletine is a booking and paperwork system for freight that moves by barge, rail and short
    sea. Forwarders plug our parts into the systems they already have; nobody has ever thrown
    out theirs, and we stopped asking.
  `),
  website: 'https://palletine.example',
  jobs: [
    {
      title: 'Lead Frontend Engineer',
      type: 'Full-Time',
      location: 'Rotterdam, Netherlands',
      salary: '$90K - $100K',
      applyurl: 'https://palletine.example/vacatures/lead-frontend',
      hoursAgo: 820,
      description: paragraphs(`
        A forwarder quotes a container from Rotterdam to Basel in about eleven minutes with
        our competitors' screens and in four with ours. We want two. You lead the five
        frontend people who will get there.

        ## What you get

        - A Vue 3 application of 140 screens, of which users need about 30
        - A team of five: two senior, two mid-level, one junior who starts next month
        - A backend group that answers questions the same day
        - No designer of your own. You share one with the mobile team on Mondays, Tuesdays
        and every other Thursday. We know that this is not enough

        ## What we want from you

        Choose the 30 screens. Rebuild the quote flow so that a planner can do it with the
        keyboard while on the phone. Turn the pieces that forwarders want inside their own
        systems, such as the tariff table and the sailing picker, into web components with a
        stable contract; eight customers are waiting, and two have it in their agreement for
        January.

        You write code about half the time. The other half is review, planning and talking
        to planners. We go to a customer's floor every month and you come along.

        ## What is wrong today

        - The 140 screens share 14 table components. Each has its own sorting
        - A planner who presses the back button loses the quote. We have trained 600 people
        not to press it
        - Tests: good for prices, absent for the rest
        - Two developers want to rewrite it all. Two want to rewrite nothing. You will have
        to disappoint four people in a fair manner
        - Dangerous-goods entry takes 70 fields, and the law asks for 31

        None of it is on fire. Customers renew, and 96 of our 101 forwarders did so last
        year. But a competitor in Antwerp began two years ago with nothing old to carry, and
        we can see them in the mirror.

        ## What we ask

        1. You know Vue very well and have led people before, formally or not.
        2. You have shipped something embeddable and lived with its version numbers.
        3. You say what you think. We're direct here; for some people that is a relief and
        for others it is not.
        4. Dutch is not needed. Most planners speak it, though, and you'll want some.

        ## Pay and hours

        The pay is in the band stated, plus 8% holiday allowance. 32, 36 or 40 hours, all
        fine, pay in proportion. 27 days off at 40 hours. Pension with a real employer's
        share. The office is on the Wilhelminapier, third floor, ships outside. Bicycle
        storage gets full by nine.
      `),
    },
    {
      title: 'Platform Engineer, Kubernetes',
      type: 'Full-Time',
      location: 'Rotterdam, Netherlands',
      salary: '$80K - $90K',
      applyurl: 'https://palletine.example/vacatures/platform-engineer',
      hoursAgo: 102,
      description: paragraphs(`
        We have 46 services, 3 clusters and 2 platform engineers, and that sum doesn't work
        out. You are the third.

        The clusters run at a Dutch hosting firm and at a German one. Deployment is by Git
        and goes well. Everything around it is thin: certificates are renewed by a script
        with a comment that says "sorry", development environments take a day to set up, and
        the cost report is a spreadsheet.

        **In the first half-year:**

        - Development environments in under fifteen minutes
        - Certificates and secrets handled by something that has an owner
        - Cost per service, visible to the team that causes it

        **After that** you tell us. A list of 40 wishes exists. The other two would be
        pleased if someone threw half of it away.

        The developers deploy about 25 times a day and are used to doing it themselves. Keep
        that. What they may not do is open a port to the internet, and right now nothing but
        good manners stops them.

        You have run Kubernetes in production for some years and have no romantic feelings
        about it. You can program, in Go or anything near it. You document as you go.
        On-call is one week in three at the moment, which is too often; with you it becomes
        one in four, since the backend lead also takes a turn. It is paid at 450 euros a
        week plus hours.

        We don't do a take-home test. You come for a morning, look at a real fault that we
        had, and talk us through it.
      `),
    },
    {
      title: 'Integration Developer (EDI)',
      type: 'Contract',
      location: 'Gdańsk, Poland',
      salary: '$60K - $70K',
      applyurl: 'https://palletine.example/vacatures/edi-developer-gdansk',
      hoursAgo: 299,
      description: paragraphs(`
        Ports, rail operators and customs speak EDIFACT, and our customers would like never
        to see it. For ten months you translate: 14 message types for three Baltic ports, in
        both directions, with the confirmations that everybody forgets.

        Work from our small office in Gdańsk Wrzeszcz, where six colleagues do terminal
        integrations, or partly from home. One of the ports is a tram ride away and lets us
        sit with its data people on Fridays, which is worth more than any specification.

        **What is there.** A translator service in TypeScript with a mapping per port and
        message, written carefully, tested against 3,000 archived messages. Nine of the
        fourteen types have a mapping for Rotterdam that you can start from. The Baltic
        ports use other code lists, other conventions for empty containers, and in one case
        a segment that exists in no standard.

        **Needed:** experience with EDIFACT or X12; one of TypeScript, Java or C#; the habit
        of keeping every raw message for as long as the law allows. Polish, and English for
        the team in Rotterdam.

        **Good to know:** test windows at one of the ports open at 22:00. There are about
        nine of those evenings, agreed in advance, and they count double.

        B2B contract, invoice per month, one month's notice. If the second phase is funded
        there is a further year.
      `),
    },
    {
      title: 'Product Manager, Customs',
      type: 'Full-Time',
      location: 'Singapore',
      salary: '$100K - $125K',
      applyurl: 'https://palletine.example/vacatures/product-manager-customs',
      hoursAgo: 550,
      description: paragraphs(`
        Customs declarations are where freight waits, and from Singapore you would lead the
        product that files them, now live for five European countries and about to meet
        Asia.

        Palletine opened an office here in March: four people in Tanjong Pagar, a good
        coffee machine, no sign on the door as yet. Customers followed us. Three forwarders
        who file with us in Rotterdam want the same for Singapore, Malaysia and Thailand,
        and will pay for the first two years in advance if the first country is live by next
        summer.

        ## Your job

        - Decide what "the same" means. Our model of a declaration was made for one union
        with one tariff code book, and it shows in 60 places
        - Work with four engineers in Rotterdam and two here, seven hours apart in winter
        and six in summer
        - Get us certified as a filing party. It is a process of eight months with no
        shortcuts that we would like to take
        - Sit with declarants, file with them, count the minutes

        ## What exists

        The European product files 21,000 declarations a week. Of these 93% go through
        without a human touching them. The other 7% take a declarant about nine minutes
        each, mostly because a description such as "parts" or "goods" has to be turned into
        a code. A helper that suggests codes is live; declarants accept six out of ten
        suggestions, and say that the four others are how they know that it is not a
        colleague.

        In Singapore the rules differ, the volumes per customer are larger and free-trade
        zones add a state that our model does not have: in the country, and yet not.

        ## You

        You have worked in customs, in a forwarder's declaration team, or on software for
        them. Six digits of the tariff nomenclature mean something to you. You are used to
        building with a distant team and can write a decision so that it survives the night.
        Bahasa Malaysia, Thai or Mandarin help with customers.

        ## Be warned

        You are alone in product here for at least a year. Your manager is in Rotterdam and
        visits each quarter. The first release is promised to customers already; we would
        have preferred otherwise.

        Employment under Singapore law, with a pass sponsored if you need one. 21 days'
        leave, plus two paid trips to Rotterdam a year.
      `),
    },
    {
      title: 'Junior Vue Developer',
      type: 'Full-Time',
      location: 'Rotterdam, Netherlands',
      salary: 'Under $50K',
      applyurl: 'https://palletine.example/vacatures/junior-vue-developer',
      hoursAgo: 168,
      description: paragraphs(`
        First job, second career or just out of school: we take one junior frontend
        developer a year and we take our time over it. You build Vue screens for barge
        planners and you are paired for the first six months with someone who has agreed to
        it in writing.

        - Month 1: bugs. Small ones, but real, and on the screens that planners use
        - Month 2 to 4: the lock-waiting-time page, start to finish, with a designer and two
        skippers who have strong opinions
        - Month 5 on: a normal member of the team, only with more questions

        What you learn here: Vue and TypeScript, of course. Also how to read a specification
        that contradicts itself, how to review the code of someone who has fifteen years
        more than you, and how a lock works. The last three juniors still work here, and one
        of them leads the mobile team.

        You can build a small web application without a tutorial, in any framework. Show us
        one. It may be ugly. You explain how it works and we change something in it
        together; that is the whole interview, and it takes ninety minutes.

        Dutch or English. Gross 3,350 euros a month for 40 hours, reviewed after six months
        and then yearly. We cannot hire from outside the EU for this one, because the permit
        rules for starters don't allow it.
      `),
    },
  ],
};
