import type { DemoCompany } from '../demo-company.ts';
import { paragraphs } from '../paragraphs.ts';

export const ladlework: DemoCompany = {
  name: 'Ladlework',
  slug: 'ladlework',
  description: paragraphs(`
    School kitchens use Ladlework to plan menus, order food and see what comes back uneaten.
    1,150 kitchens, 410,000 lunches a day, seven employees.
  `),
  website: 'https://ladlework.example',
  jobs: [
    {
      title: 'Senior Full-Stack Developer',
      type: 'Full-Time',
      location: 'Tampere, Finland',
      salary: '$60K - $70K',
      applyurl: 'https://ladlework.example/tyopaikat/senior-developer',
      hoursAgo: 690,
      description: paragraphs(`
        Each weekday at 7:15 the kitchens of 1,150 schools open our software to see what to
        cook, for how many, and who must not get the sesame. It is built by three
        developers. One is going on parental leave, and after that we want to stay four.

        ## The product

        Three parts that a town can buy one by one: **Menu**, **Order** and **Waste**. They
        are a TypeScript backend, PostgreSQL, and a Vue front end for a tablet with flour on
        it. There is no mobile app. There will not be one.

        ## What comes next

        1. Allergens. Today a cook confirms each special diet by hand. The recipes know
        enough to do it for her, if suppliers' product data can be trusted. About 8% of it
        cannot.
        2. Waste forecasts. On pea-soup Thursdays 19% comes back. If we say so on Monday,
        the cook makes less.
        3. Swedish. Some of the towns on the coast wait for it.

        ## You

        - Many years of web development, on both sides of the wire
        - You can take a feature from a phone call with a cook to production, alone, and
        then ask for a review
        - Fluent Finnish, or good Finnish and no shame. Cooks do not have time at 7:15

        ## We

        Seven people above the market hall in Tampere. No investors. Profit last year was
        84,000 euros, and half was shared out equally. 37.5 hours, and in July nobody works,
        since schools are closed. In August everybody works a lot.

        If something breaks in the morning, children eat late. It happened once, for forty
        minutes, in 2021. Everyone here can tell you the date.
      `),
    },
    {
      title: 'UX Intern, Kitchen Screens',
      type: 'Internship',
      location: 'Tampere, Finland',
      salary: '',
      applyurl: '',
      hoursAgo: 1040,
      description: paragraphs(`
        Stand in a school kitchen for three weeks, then redesign the screen on its wall.
        That is the internship, four months in all, from January or August.

        The screen shows today's counts: lunches by class, special diets, what is in the
        oven and until when. It was made by developers. Cooks have stuck paper over a third
        of it, and we think that the paper is the better design.

        **You will** observe in four kitchens, draw and test with cooks, and build the
        result in Vue together with a developer. A kitchen is loud and hot and starts at
        six; you need a hygiene passport, which we pay for.

        **You are** a student of design, human-computer interaction or catering. Finnish is
        necessary.

        Pay follows the student recommendation in the region. Lunch is free and there is
        always more of it. Apply by email to harjoittelu@ladlework.example, with one
        photograph of a bad screen and your opinion of it.
      `),
    },
  ],
};
