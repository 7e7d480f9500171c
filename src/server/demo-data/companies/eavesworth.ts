import type { DemoCompany } from '../demo-company.ts';
import { paragraphs } from '../paragraphs.ts';

export const eavesworth: DemoCompany = {
  name: 'Eavesworth Mutual',
  slug: 'eavesworth',
  description: paragraphs(`
    A mutual home insurer, founded in 1871 by roofers, with 540,000 members in Canada and the
    north of England. Surplus goes back to members; in four of the last five years there was
    one.
  `),
  website: 'https://eavesworth.example',
  jobs: [
    {
      title: 'Senior Vue Engineer, Quote Builder',
      type: 'Full-Time',
      location: 'Toronto, ON',
      salary: '$100K - $125K',
      applyurl: 'https://eavesworth.example/careers/senior-vue-engineer',
      hoursAgo: 12,
      description: paragraphs(`
        A home insurance quote takes 63 questions today, and we believe that 25 would do.
        You would lead the front-end work on the new Quote Builder, through which members
        put together cover from separate parts, such as fire, water, contents and liability,
        and see what each of them costs.

        ## Background

        Until now we have sold three packages. Members often pay for cover that they cannot
        use: 40,000 of them insure outbuildings and have none. The Quote Builder lets a
        member add or remove parts and explains each price in a sentence. It has been on
        trial in two postal districts since spring. Complaints there have fallen by a third.
        Sales have fallen as well, by 4%, and the board has chosen to go on.

        ## Responsibilities

        - Development of the quoting application in Vue 3 and TypeScript, with three other
        engineers
        - Close collaboration with pricing actuaries, whose rules must be shown faithfully
        and in plain language
        - Accessibility to the AA level throughout, tested with members over seventy
        - A French version of equal quality, released on the same day as the English

        ## The first six months

        In the first month the appointee will be made familiar with the trial, sit in on
        calls with members for three days, and take over the module for water damage, which
        is the best understood. By the third month we expect a proposal for reducing the
        present 63 questions: eighteen can be answered from public records, about a dozen
        exist because of a form from 1987, and for the others the actuaries ask to see
        evidence. By the sixth month the Builder is to open in four more districts,
        including the first in Quebec.

        The team holds a review every second Wednesday to which members' representatives are
        invited. They come, they bring their own policies, and they read the small print
        aloud.

        ## Qualifications

        Several years of professional experience with Vue or, failing that, extensive
        experience of a comparable framework. Demonstrated skill with long, conditional
        forms. The ability to discuss a wording with legal counsel and arrive at something a
        homeowner understands. Experience in a regulated industry is an advantage.

        ## What candidates should know

        Changes in wording require approval, and approval takes from two days to three
        weeks. Releases pause from mid-October to mid-November for renewals. The core policy
        system is from 1994; it is reliable, and it is reached through a service that you
        will grow to respect.

        ## What we offer

        Defined-benefit pension, now a rarity. Four weeks of holidays, rising to five after
        three years. Hybrid work with two days weekly at our Adelaide Street office. As an
        employee you may insure your home with us at cost.
      `),
    },
    {
      title: 'Actuarial Software Engineer',
      type: 'Full-Time',
      location: 'Leeds, United Kingdom',
      salary: '$70K - $80K',
      applyurl: 'https://eavesworth.example/careers/actuarial-software-engineer',
      hoursAgo: 155,
      description: paragraphs(`
        Eavesworth's pricing models are developed by eleven actuaries and put into
        production by hand. The position exists to remove the hand.

        At present a model leaves the actuarial department as a workbook. An engineer
        retypes it as code; the two are compared on 5,000 sample policies; differences are
        discussed. The procedure takes nine weeks, and last year it let through one error,
        which overcharged 2,100 members by an average of £14. All were refunded.

        ### The appointee will

        1. design, with the actuaries, a small library in which a pricing model is written
        once and runs in both places;
        2. build the test bench that replays three years of quotes against a proposed model;
        3. migrate the flood model first, then escape of water, then the remaining nine;
        4. document the method for the regulator.

        ### Essential

        Strong programming skills in a typed language. Sound numerical habits: you know why
        money is not a floating-point number and where a rounding rule is a matter of law.
        Patience in explaining version control to experts in another field.

        ### Desirable

        Part-qualified actuary, or background in statistics. Experience with
        workbook-to-code translation of any sort.

        ### Terms

        35 hours a week in Leeds, two days from home. Study leave for those who sit
        examinations. The department is quiet. It has a window over the canal and a kettle
        with a rota.
      `),
    },
    {
      title: 'Design System Lead',
      type: 'Remote',
      location: 'Remote (Canada)',
      salary: '$100K - $125K',
      applyurl: 'https://eavesworth.example/careers/design-system-lead',
      hoursAgo: 361,
      description: paragraphs(`
        Members meet Eavesworth in eleven places, including a claims app, a broker portal
        and a paper letter, and no two of them agree on what a button, or an apology, looks
        like. We seek a lead for the design system that is to bring them together.

        The beginnings exist: 32 components in Vue, a colour palette approved by all
        parties, and a tone-of-voice guide that is better than most. Two of the eleven
        places use them. There is a budget for you, one engineer and one designer for three
        years.

        **The lead will**

        - decide what belongs in the system, and publish the reasons
        - support product teams in adopting it, chiefly by doing the first screen with them
        - extend it to print: claims letters reach 90,000 households a year, some on the
        worst day that household has had
        - report adoption quarterly to the executive committee, with costs

        **The successful candidate** can design and can build, is stronger in one of the
        two, and says which. He, she or they will have maintained a shared system for at
        least two years and can describe a component that should not have been made.

        **A caution.** Four product teams have seen an earlier attempt fail, in 2020, and
        remember it. Goodwill is limited, and it will be earned by usefulness.

        Remote from any province, with quarterly weeks in Toronto at our expense. Pension
        and benefits as for all staff. Applications are read by people, and all are answered
        within fifteen working days.
      `),
    },
    {
      title: 'Claims QA Analyst',
      type: 'Contract',
      location: 'Leeds, United Kingdom',
      salary: '',
      applyurl: 'https://eavesworth.example/careers/claims-qa-analyst',
      hoursAgo: 990,
      description: paragraphs(`
        Test the new claims app on real phones in Leeds for six months. Day rate on request.
      `),
    },
  ],
};
