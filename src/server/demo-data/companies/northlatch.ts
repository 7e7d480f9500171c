import type { DemoCompany } from '../demo-company.ts';
import { paragraphs } from '../paragraphs.ts';

export const northlatch: DemoCompany = {
  name: 'Northlatch',
  slug: 'northlatch',
  description: paragraphs(`
    A studio of twelve in Cape Town that builds websites from parts other people maintain: a
    content service here, a search there, a Vue front end over the top. Our clients are
    charities, publishers and one very patient brewery.
  `),
  website: 'https://northlatch.example',
  jobs: [
    {
      title: 'Technical Lead, Composable Builds',
      type: 'Contract',
      location: 'Cape Town, South Africa',
      salary: '',
      applyurl: 'https://northlatch.example/join-us/technical-lead',
      hoursAgo: 9,
      description: paragraphs(`
        I run Northlatch, and I need a technical lead for two projects that begin within a
        month of each other, which was not the plan. One is a site for a literary festival
        with eleven languages. The other moves a magazine publisher's nine titles off nine
        separate systems and onto shared, composable parts.

        ### What I'm asking for

        Eight months, four days a week. You'd choose the parts with me, set the shape of the
        Vue and Nuxt front ends, and look after five developers, two of whom are new to this
        way of building. I handle the clients, the money and the difficult calls; you handle
        whether it works.

        ### What I have learned the hard way

        - Every service added is a bill, an outage page and a contract. I'd like you to
        argue for fewer
        - Editors don't care about architecture. They care about preview. If preview's slow,
        the project has failed, whatever the scores say
        - Someone must own the seams. On the last big project nobody did, and we paid for it
        in August

        ### You

        You've led at least one build made of several hosted services and are clear-eyed
        about it. Your Vue is strong. You're a steady teacher. You invoice in any currency
        you like; I pay on the 25th, and in fourteen years I have been late once, by two
        days.

        ### Where

        Woodstock, Cape Town, or remote within two hours of our time zone, provided that you
        can come for the first fortnight. We do have power cuts, less often than before, and
        there are batteries. Name your rate in your first message and we'll both save time.
      `),
    },
    {
      title: 'Web Developer',
      type: 'Full-Time',
      location: 'Cape Town, South Africa',
      salary: 'Under $50K',
      applyurl: 'https://northlatch.example/join-us/web-developer',
      hoursAgo: 560,
      description: paragraphs(`
        At a studio of twelve you touch everything, so this job is Vue on Monday, an
        editor's broken embed on Tuesday and a brewery's label archive for the rest of the
        week. You'd be our sixth developer, with two to four years behind you.

        We build with parts: hosted content, hosted search, functions at the edge, and a
        front end in Nuxt that we write by hand and are a bit vain about. In a year you
        would work on five or six sites, most of them from the kick-off to the handover,
        plus a retainer or two where you're the person the client knows by name.

        **Must-haves**

        - HTML and CSS that don't fall over when the headline is in German
        - Vue, or another framework and a free weekend
        - An eye for type and spacing, enough to notice when the build has drifted from the
        design

        **Nice to have:** isiXhosa or Afrikaans for two of our clients; some photography,
        because someone always has to.

        **What's dull:** cookie banners, invoices to the penny, and content migrations,
        about one month in every twelve. **What's good:** everybody goes home at five, and
        at three on Fridays in summer. R480,000 to R560,000 a year, with medical aid
        contribution and a thirteenth cheque.

        I'll read your application myself. Send links instead of a CV if you'd rather.
      `),
    },
  ],
};
