import type { DemoCompany } from '../demo-company.ts';
import { paragraphs } from '../paragraphs.ts';

export const oakumLedger: DemoCompany = {
  name: 'Oakum Ledger',
  slug: 'oakum-ledger',
  description: paragraphs(`
    Oakum keeps the books for 63 community banks and credit unions. One ledger, forty years of
    history in some of them, and not a cent lost since we started in 2012.
  `),
  website: 'https://oakum-ledger.example',
  jobs: [
    {
      title: 'Senior Backend Engineer, Posting Engine',
      type: 'Full-Time',
      location: 'Des Moines, IA',
      salary: '$125K - $150K',
      applyurl: 'https://oakum-ledger.example/work-here/posting-engine',
      hoursAgo: 33,
      description: paragraphs(`
        The posting engine moves money between accounts, 2.3 million times on a normal day
        and five million on the third of the month. It has to be right every time. It is
        31,000 lines of Java with 210,000 lines of tests, and we need a fourth person to
        care for it.

        ## What the work is like

        Slow, in the good sense. A change to posting begins as a page of plain English,
        signed by an accountant. It is written by one engineer and read by two. It runs for
        a week in parallel with the old version at three banks, and we compare to the cent.
        Then it goes out, on a Tuesday, at ten in the morning, with everybody awake.

        ## What is coming

        - Instant payments for the 22 banks that have asked, which means posting around the
        clock instead of in five windows
        - Interest accrual as a separate part, so that a bank can bring its own rules
        without touching ours
        - Closing a day in four minutes rather than nineteen

        ## An example from March

        A credit union in Ames found a nickel. That is, its trial balance was out by five
        cents, and our nightly check had said so at 2:14 that morning, before anyone there
        was awake. It took two engineers and one bookkeeper until noon. A fee had been
        reversed in a different month from the one in which it was charged, across a change
        in the rounding of a state tax. Both postings were right by themselves.

        We wrote it up in two pages, added nine tests, changed eleven lines and sent the
        pages to all 63 institutions, since four others might have met the same thing by
        June. The credit union's manager framed the nickel. It hangs in our hallway.

        If you read that and would like to know exactly how the rounding went, we should
        talk.

        ## Who would do well here

        Somebody who has kept a system correct for years and takes quiet pride in that. You
        know what your database promises at each isolation level and have been bitten by
        one. You can read a general ledger or are glad to learn from people who have read
        them since 1988. You are not bored by naming.

        Somebody who wants a new technology each quarter would not do well, and would tell
        us so within a year.

        ## Terms

        Des Moines, in the old seed warehouse on Court Avenue. Two days a week from home,
        once you've been here for three months. Retirement contributions of 8% whether or
        not you add your own. Office closed on every bank holiday, including the ones other
        people forget. On call one week in four; the pager went off eleven times last year
        in all.
      `),
    },
    {
      title: 'Site Reliability Engineer',
      type: 'Remote',
      location: 'Remote (US)',
      salary: '$150K - $175K',
      applyurl: 'https://oakum-ledger.example/work-here/sre',
      hoursAgo: 145,
      description: paragraphs(`
        Our banks' examiners ask one question above all: what happens if the building
        floods? Since 2008 Iowa has given us reason to ask it too. You would own the answer.

        We run on our own machines in two rented halls, 190 miles apart, and move everything
        from one to the other twice a year on a Sunday, on purpose. It takes 52 minutes.
        Regulators allow two hours. We would like fifteen, and we would like not to be
        nervous.

        **You would**

        - plan and lead those two moves, and practise pieces of them monthly
        - replace the deployment scripts, which are good Perl but are Perl
        - look after Linux, PostgreSQL replication, and the network between the halls
        - write the recovery chapters that examiners read, and sit with them when they do

        Some numbers. 74 servers. 11 terabytes that matter. Four unplanned interruptions in
        the past three years, the longest of 26 minutes, each with a report the banks have
        read. Two network carriers per hall, which turned out in 2020 to share one trench;
        they no longer do.

        **You have** run stateful systems on real hardware, restored from backup in earnest
        at least once, and learned to distrust a green dashboard. You automate, and you also
        know which step should stay manual.

        **The arrangement.** Work from anywhere in the country. You fly to Des Moines for
        both moves and for a week each spring. There are three of you on call, a week at a
        time, with 900 dollars for the week and a day off after it. The other two have been
        here for six and thirteen years.
      `),
    },
    {
      title: 'Product Manager, Compliance',
      type: 'Full-Time',
      location: 'Des Moines, IA',
      salary: '$100K - $125K',
      applyurl: 'https://oakum-ledger.example/work-here/compliance-pm',
      hoursAgo: 466,
      description: paragraphs(`
        Sixty-three small banks each employ one person, or half of one, to deal with rules
        written for giants. You would run the part of our product that is made for that
        person.

        It has four modules: suspicious-activity review, currency reports, sanctions
        screening and the annual audit folder. Banks take the ones they want; 58 have the
        first and only 12 the last. You'd start by visiting ten of the banks. Bring good
        shoes, since some of the towns are worth a walk.

        ### The questions on the desk

        - Screening raises 340 alerts per true hit. What would it take to halve that without
        missing one?
        - Should the audit folder be free? It saves each bank about two weeks a year, and we
        have sold it badly.
        - Three new rules take effect in the next eighteen months. Which need building, and
        which only a paragraph of advice?

        ### Your background

        You've been a compliance officer, an examiner, or a product manager close to either.
        You can read a regulation and write down what a screen must do. You'd work with five
        engineers and a designer, all of whom prefer a straight answer.

        Certification is useful and not required; if you hold one we pay to keep it. Hybrid,
        three days on Court Avenue. There is travel of about twenty days a year, nearly all
        of it by car.
      `),
    },
    {
      title: 'Data Migration Specialist',
      type: 'Contract',
      location: 'Kansas City, MO',
      salary: '$90K - $100K',
      applyurl: 'https://oakum-ledger.example/work-here/migration-contract',
      hoursAgo: 735,
      description: paragraphs(`
        Eighteen-month contract to bring four banks' records, the oldest from 1979, out of a
        retired system and into ours. The first bank is in Kansas City, where you would work
        on site for two weeks of each month.

        The source is a set of fixed-width files with packed decimals and a layout document
        that is right about most of them. Account types were reused. One bank stored joint
        owners in a memo field, in capital letters, with slashes.

        1. Profile the files and write down what is really in them
        2. Map, convert, load to a trial ledger
        3. Balance to the cent, for every account, at twelve month-ends that the bank
        chooses
        4. Repeat until the bank's controller signs

        Nothing is thrown away. What cannot be mapped is kept beside the account, readable,
        with a note on why. Two of our own people work on migrations full time, and they
        will read your mappings as you will read theirs. They have done eleven banks. The
        worst took fourteen trial loads, and the cause was a leap year.

        We expect about seven trial loads per bank. You will need strong SQL, a scripting
        language, knowledge of EBCDIC-era formats or the stomach for them, and the manners
        to ask a bookkeeper of forty years' standing what the code 7Q meant. She knows.

        Paid hourly, two-week cycle. A completion bonus of one month's fees per bank that
        goes live on its date.
      `),
    },
  ],
};
