import type { DemoCompany } from '../demo-company.ts';
import { paragraphs } from '../paragraphs.ts';

export const brackenfold: DemoCompany = {
  name: 'Brackenfold',
  slug: 'brackenfold',
  description: paragraphs(`
    Brackenfold makes storefronts that shops put together from parts: catalogue, search, basket,
    checkout, each replaceable on its own. 310 shops in 22 countries run on it, most of them
    selling things that are awkward to sell, such as carpets, spare parts and made-to-measure
    blinds.
  `),
  website: 'https://brackenfold.example',
  jobs: [
    {
      title: 'Senior Vue Developer, Storefront Components',
      type: 'Full-Time',
      location: 'Lisbon, Portugal',
      salary: '$60K - $70K',
      applyurl: 'https://brackenfold.example/careers/senior-vue-developer',
      hoursAgo: 2,
      description: paragraphs(`
        Own the 84 Vue components that 310 online shops assemble their product pages from.
        The library is the thing merchants actually touch: if the variant picker is slow on
        an old phone, a carpet shop in Braga sells fewer carpets, and it tells us so the
        same week.

        ## Where the library stands

        The components are written in Vue 3 and TypeScript, rendered on the server and
        hydrated one island at a time. About sixty of the 84 are in good order. The rest
        date from 2021 and share a mixin-shaped past that shows. You would spend roughly
        half of your first year on those.

        ## What you would do

        - Rewrite the variant picker, which has to cope with a blind that comes in 41
        fabrics, 9 mechanisms and any width between 30 and 240 centimetres
        - Keep the whole library under 38 kB compressed for a typical product page (today:
        44)
        - Review contributions from merchants' own developers, around six pull requests a
        week
        - Decide, with one other senior developer, what goes into each quarterly release and
        what breaks

        ## A week, more or less

        Mondays begin with the list of what merchants reported, about thirty items, of which
        five concern your components. Tuesday and Thursday are kept clear of meetings for
        everybody. On Wednesday the two senior developers and a designer look at one
        component together for an hour, with the sound of a screen reader on, and write down
        what embarrasses them. Friday afternoons belong to whatever you think is being
        neglected; the present table component came out of these, and so did a font loader
        that we had to remove again.

        You would work closest with Inês, who has looked after the library since 2020, and
        with the runtime team, which is spread over four countries and decides how your
        components reach the browser. Merchants' developers write to you directly. Most of
        them are courteous, and a few are better at Vue than we are.

        ## What we look for

        You have maintained components that other teams depended on, and you have had to
        deprecate something without making enemies. You know what Vue's reactivity costs and
        can show it in a profile. You write accessible markup from habit; we test with two
        screen readers and with people who use them.

        ## The honest part

        Releases are quarterly because merchants asked for it, so some of your work will
        wait nine weeks before a customer sees it. Two of our largest shops pin old versions
        and need patches backported by hand.

        ## Terms

        Four days in Lisbon or five at home, your choice, with one common office day on
        Wednesdays near Santos station. 25 days of leave, and a thirteenth and fourteenth
        salary as is usual here. The process is three conversations and one paid half-day of
        pairing; [our hiring page](https://brackenfold.example/hiring) says who you will
        meet.
      `),
    },
    {
      title: 'Staff Frontend Engineer (Vue)',
      type: 'Remote',
      location: 'Remote (Europe)',
      salary: '$100K - $125K',
      applyurl: 'https://brackenfold.example/careers/staff-frontend-engineer',
      hoursAgo: 71,
      description: paragraphs(`
        Shops that compose their own storefront from our parts still expect it to load as
        one page. Making that true is this job: you would lead the rendering work across the
        storefront runtime, the component library and the edge cache.

        ### The problem in numbers

        A median Brackenfold product page calls seven services. On a warm cache it reaches
        its largest paint in 1.1 seconds on a mid-range phone; on a cold one, 2.9. We
        promise merchants 2.0, and we have been refunding about one shop in forty for
        missing it. The waterfall is understood. What to do about it is contested, and the
        contest needs somebody with judgement and patience.

        ### Your first year

        1. Write down how the runtime streams, caches and hydrates today, including the
        parts nobody likes
        2. Bring the cold page under 2.0 seconds for nine shops in ten
        3. Replace our home-made island loader, or prove that it should stay
        4. Leave behind two engineers who could do the same without you

        ### You

        - Long experience of server-side rendering in Vue, and enough of another framework
        to know which of your habits are Vue's
        - A working knowledge of HTTP caching that goes beyond recipes
        - Written arguments that colleagues in other countries can follow without a call
        - At ease saying "I measured it and I was wrong"

        There is no team reporting to you. Authority here comes from design notes, which
        anyone may comment on for five working days before they are decided.

        ### Where and when

        Anywhere between UTC and UTC+3 where we can employ you: currently Portugal, Spain,
        France, Germany, Poland, Romania and Greece. The salary band is the same in all
        seven. Twice a year everyone meets in Lisbon for four days, and you are expected at
        both.
      `),
    },
    {
      title: 'Solutions Architect, Composable Commerce',
      type: 'Full-Time',
      location: 'London, United Kingdom',
      salary: '$125K - $150K',
      applyurl: 'https://brackenfold.example/careers/solutions-architect-london',
      hoursAgo: 26,
      description: paragraphs(`
        Retailers come to us with one large system they can no longer change, and you would
        plan how they leave it piece by piece. A typical project lasts five months, replaces
        three to eight parts of a shop, and must not cost the client a single trading
        weekend.

        ## A recent example

        A garden-furniture retailer ran catalogue, stock, pricing and checkout in one
        application last upgraded in 2017. Our architect moved search first, because it was
        the least entangled; then product pages; then the basket, behind a switch that sent
        5% of visitors to the new one. Checkout stayed where it was. It still does, and the
        client is content. **Knowing what to leave alone is most of the craft.**

        ## You would

        - Run the two-week discovery that opens each engagement, on site where possible
        - Draw the target picture and, more usefully, the four pictures in between
        - Say no to a sale that our product does not suit; our sales people are not paid on
        those, so nobody will argue for long
        - Build small proofs yourself, in TypeScript and Vue, against a client's real and
        imperfect data
        - Hand over to the client's engineers and stay reachable for ninety days

        ## The shape of the team

        Architects work in pairs with a delivery lead, who handles plans, budgets and the
        steering meeting so that you needn't. There are five architects now: two in London,
        two in Lisbon, one in Copenhagen. Each project ends with a written account of what
        we'd do differently, read by the other four. We have 29 of these. Seven of them
        mention tax.

        You would carry two projects at once, at different stages, and keep one day in ten
        for the product: what you keep working around in the field should be mended at home.

        ## You have

        Led at least two migrations of a trading system, one of which went badly enough to
        teach you something. You can read a data model at a glance and a room nearly as
        fast. Knowledge of tax on distance selling within Europe is a help; so is French or
        German.

        ## Travel

        Around 35 nights a year away from home, mostly in Britain, Germany and the Nordics.
        It comes in bursts: some months none, in February usually two weeks. If that would
        be hard, the remote architect role we expect to open in autumn may suit you better.
      `),
    },
    {
      title: 'Sales Engineer, North America',
      type: 'Remote',
      location: 'Remote (US and Canada)',
      salary: '$150K - $175K',
      applyurl: 'https://brackenfold.example/careers/sales-engineer-north-america',
      hoursAgo: 198,
      description: paragraphs(`
        You would be our second sales engineer outside Europe, demonstrating composable
        storefronts to retailers between Halifax and San Diego. The range given includes
        commission at target; the fixed part is 75% of it, and last year our one North
        American sales engineer reached 108%.

        **What the weeks look like.** Three to five calls with prospective merchants, each
        prepared with their own catalogue, because we don't demonstrate with imaginary
        sneakers. One or two technical questionnaires of the 200-row kind, which you may
        answer with the help of a decent answer library and a colleague in Lisbon. The rest
        is building: small Vue front ends and connectors that show a doubtful engineer that
        her order system can talk to ours.

        **What you bring.**

        - You can write working code while six people watch
        - You have sold or supported commerce software and know the difference between a
        promotion engine's brochure and its behaviour at midnight on a sale day
        - You tell a prospect when a competitor fits better (we keep a list of such cases,
        and it has 31 entries)

        **What is hard.** Lisbon is four to eight hours ahead. Product questions that come
        up after lunch get answered the next morning, and for the first months you will
        collect many of them. There are about 50 days of travel in the year, a third of them
        to trade fairs.

        **What you get.** Health cover paid in full for you and your household, four weeks
        of leave that you must actually take, and a quarter of your time reserved for
        product work between mid-December and mid-January, when no retailer wants to see
        anyone.
      `),
    },
    {
      title: 'Product Designer, Checkout',
      type: 'Full-Time',
      location: 'Porto, Portugal',
      salary: '$50K - $60K',
      applyurl: 'https://brackenfold.example/careers/product-designer-checkout',
      hoursAgo: 340,
      description: paragraphs(`
        Checkout at Brackenfold handles 1.9 million orders a month, and 23 in every hundred
        people who reach it leave. Some of them should: they were only after the shipping
        cost. You would find out which ones should not have left, and design the way back.

        The designer before you moved to our search team after four years and will be two
        desks away. She leaves behind a tidy library of patterns, 60 recorded usability
        sessions and a list headed "things I never dared to remove".

        ## The work

        - Redesign the address step for 22 countries without making it 22 designs
        - Work out how a buyer pays in parts for something that ships in parts, which
        spare-part shops have asked for since 2022
        - Run two usability sessions a month with people recruited outside our industry; one
        in three must use assistive technology
        - Draw in whatever tool you like, then pair with a Vue developer until it is real

        ## What matters to us

        A portfolio with at least one form in it. Good writing in English, since most of
        checkout is words, and Portuguese good enough for sessions with local shoppers.
        Comfort with numbers: you will read funnels weekly and should know when a difference
        is only noise.

        What matters less: illustration, branding, animation beyond the functional. If those
        are your love, this job would starve them.

        ## Practical

        Porto office in Bonfim, three days a week, with a lunch table that seats everyone.
        Core hours from ten to four. Interviews take two weeks from first call to answer.
      `),
    },
    {
      title: 'QA Engineer, Test Automation',
      type: 'Contract',
      location: 'Lisbon, Portugal',
      salary: '$50K - $60K',
      applyurl: 'https://brackenfold.example/careers/qa-automation-contract',
      hoursAgo: 412,
      description: paragraphs(`
        Twelve-month contract to make 2,140 browser tests trustworthy again. At present the
        suite takes 51 minutes and fails on about one run in four for reasons that have
        nothing to do with the change under test, so people rerun it until it is green,
        which is worse than having no suite.

        We know roughly why. Tests share three demonstration shops and trample each other's
        baskets. Half of them check through the browser what a unit test could check in a
        millisecond. And nobody has been in charge of deleting any.

        **Deliverables, in this order:**

        1. Each test gets its own shop, created and thrown away through our public API
        2. A weekly list of the twenty flakiest tests, fixed or deleted, until the rate is
        below one run in two hundred
        3. A pull-request run of under 12 minutes
        4. Two workshops for our 38 developers, so that it stays that way

        You should be fluent in TypeScript and in browser automation, firm about deletion,
        and experienced in larger suites than ours. Knowledge of Vue helps in the third
        part, where some checks move into component tests.

        Paid monthly against an invoice, 20 days' notice on either side, on site in Lisbon
        at least two days a week in the first quarter and as you please afterwards.
      `),
    },
    {
      title: 'Technical Writer, Developer Guides',
      type: 'Part-Time',
      location: 'Remote (Europe)',
      salary: 'Under $50K',
      applyurl: 'https://brackenfold.example/careers/technical-writer',
      hoursAgo: 520,
      description: paragraphs(`
        Twenty hours a week writing the guides that merchants' developers read before they
        read anything else. Our reference pages are generated and complete; the guides are
        hand-made, there are 27 of them, and 11 describe a product we no longer sell.

        You would rewrite those eleven, then keep all of them true. That means building what
        each guide builds, at every quarterly release, on an empty machine, and reporting as
        a bug every step that does not work. You would have a vote in naming things, which
        our engineers have asked for in a rare unanimous ballot.

        The readers are developers at shops, between one and twelve of them, who have
        usually been given a week to change something and have spent two days of it finding
        out where. We know from the search logs what they look for: 40% of queries concern
        tax, shipping and images. There is one guide on tax. It is called "Advanced topics".

        - You explain technical things in plain English and in order
        - You know enough JavaScript to follow a Vue component and to notice when the sample
        is poor
        - You have published documentation you can show us, and can say what you would
        change in it now

        The hours are yours to place, apart from a meeting on Tuesdays at 10:00 in Lisbon.
        Leave is pro rata. It is unlikely that this becomes full-time work, and we would
        rather say so now.
      `),
    },
    {
      title: 'Frontend Internship, Summer',
      type: 'Internship',
      location: 'Lisbon, Portugal',
      salary: 'Under $50K',
      applyurl: 'https://brackenfold.example/careers/frontend-internship',
      hoursAgo: 655,
      description: paragraphs(`
        Twelve weeks in Lisbon, from mid-June to early September, building one storefront
        component from the first sketch to a release that real shops install. Last year's
        two interns made the store-finder map and the size guide; both are in use, the size
        guide in 74 shops.

        **Who it is for.** Students or career changers who have written some HTML, CSS and
        JavaScript outside a course. You need not know Vue yet: the first week is a course
        in it, taught by the people who maintain our library.

        **What a week holds.**

        - Three and a half days on your component, paired with the same mentor throughout
        - Half a day answering questions from merchants alongside support
        - One day for learning: a reading group, a talk, or sitting in with a team you are
        curious about

        **What we hope you will leave with.** One finished thing with your name in its
        changelog, the experience of having deleted code that you liked, and a reference
        that says specifically what you are good at.

        **Pay and housing.** 1,450 euros a month, lunch included, plus a room in a shared
        flat in Graça for those who come from elsewhere. We can take three people. One of
        the desks is beside the coffee machine, and the noise is considerable.

        To apply, send something you made and a paragraph on what is wrong with it. No CV,
        no grades.
      `),
    },
    {
      title: 'Search Relevance Engineer',
      type: 'Full-Time',
      location: 'Lisbon, Portugal',
      salary: '$70K - $80K',
      applyurl: 'https://brackenfold.example/careers/search-relevance-engineer',
      hoursAgo: 903,
      description: paragraphs(`
        When a customer types "screw for the wheel of my old dishwasher", our search should
        find a 4 mm bolt described as "fastener, roller, lower rack". It finds it in 61% of
        such cases, measured on 3,000 queries judged by hand; the next milestone is 75%.

        ## The team and the stack

        Three engineers, one analyst and you. The index is an open-source engine with a thin
        Go service in front. Catalogues range from 400 to 2.2 million articles in 14
        languages, and 30% of the queries contain a part number with a typing mistake in it.

        ## The next twelve months

        - A judged query set for each of the six largest languages (there are two now)
        - Query understanding for measurements: 3/8 inch, 9.5 mm and "about a centimetre"
        - Ranking that merchants can adjust without ruining it, with a preview that shows
        what moves
        - Retiring the synonym files, of which one has 18,400 lines and an author who left
        in 2020

        ## Useful background

        You have improved a search engine and proved it with numbers other people accepted.
        You read papers for ideas and discard most of them. Go or a similar language at
        work, Python for analysis, and the tact to tell a merchant that the product
        descriptions are the problem.

        ## To know in advance

        Merchants can see relevance changes at once and have opinions. You will be in two or
        three customer calls a month. We deploy daily and there is a call-out rota, one week
        in five, with a fixed supplement; it rang four times last year.
      `),
    },
  ],
};
