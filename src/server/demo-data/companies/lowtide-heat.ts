import type { DemoCompany } from '../demo-company.ts';
import { paragraphs } from '../paragraphs.ts';

export const lowtideHeat: DemoCompany = {
  name: 'Lowtide Heat',
  slug: 'lowtide-heat',
  description: paragraphs(`
    We take heat out of harbour water and put it into apartment blocks. 37 plants are running
    around the Kattegat and the western Baltic, the smallest behind a fish auction, the largest
    under a concert hall.
  `),
  website: 'https://lowtide-heat.example',
  jobs: [
    {
      title: 'Embedded Engineer, Pump Controllers',
      type: 'Full-Time',
      location: 'Aarhus, Denmark',
      salary: '$90K - $100K',
      applyurl: 'https://lowtide-heat.example/jobs/embedded-engineer',
      hoursAgo: 42,
      description: paragraphs(`
        Our pump controller starts, throttles and protects a 1.2-megawatt compressor that
        costs more than a house. You would write the C and Rust that runs in it, along with
        two colleagues and a test stand that fills half a workshop.

        The present controller is in its third revision and does its job. It was designed
        for one compressor and one make of valve. The fourth revision is to be modular: a
        base board and plug-in cards for valves, flow, level and communication, so that a
        plant can be assembled from what the site needs. The boards have come back from the
        maker. The software is about a third done.

        ## Tasks

        - Drivers and scheduling on the base board (a 32-bit controller, a small real-time
        kernel, no heap after start-up)
        - The discovery protocol by which a card announces what it is and what it may be
        trusted with
        - Safe states: for every fault on a list of 118, the plant must end up cold, still
        and dry
        - Commissioning. You will visit three or four plants a year in a boiler suit

        ## The test stand

        It deserves its own paragraph. There is a 200-kilowatt pump with a tank of real
        harbour water, including what lives in it. Valves can be made to stick, sensors to
        lie, the supply to sag. Every night the current build runs through the 118 faults,
        and in the morning there is a printed sheet. We keep the sheets. On the best day so
        far 116 faults ended as they should; the other two were the same loose cable.

        The plug-in cards will double the number of combinations, and the stand cannot test
        them all overnight. How to choose which ones to test is a question that we would
        like to hand to you.

        ## Qualifications

        You have shipped firmware for something that can break itself. You read a schematic
        and argue with its author in a friendly manner. Rust is an advantage; we write new
        code in it and are five years from being rid of the C. Danish is useful on site,
        English is enough in the workshop.

        ## Conditions

        37 hours a week. Pension 10%, of which we pay 8. Six weeks of holiday. The workshop
        is cold in February, which people find amusing until they work in it. If a plant
        stops in winter, four thousand people notice within nine hours; there is a duty rota
        of seven, and it is respected.
      `),
    },
    {
      title: 'Full-Stack Engineer, Installer Tools',
      type: 'Full-Time',
      location: 'Aarhus, Denmark',
      salary: '$80K - $90K',
      applyurl: 'https://lowtide-heat.example/jobs/installer-tools',
      hoursAgo: 126,
      description: paragraphs(`
        Pipefitters commission our plants with a tablet in a wet pump room, and the tool on
        that tablet is yours to improve. It is a Vue application with a small Go service on
        the plant's own computer, because there is often no reception below sea level.

        A commissioning takes nine working days and has 214 steps. The application shows the
        steps, reads the controller, records the measurements and refuses to go on when one
        is wrong. Installers like it more than the binder it replaced. They dislike three
        things: it loses its place when the tablet sleeps, the numbers are small, and it is
        certain of itself even when the sensor is obviously broken.

        ### What you would do

        - Cure those three
        - Make the steps composable, so that a plant with the new plug-in cards gets the
        checklist that fits it
        - Synchronize cleanly when two installers work offline in the same plant
        - Follow one commissioning per quarter from start to end, in rubber boots

        ### What we hope you know

        Vue and TypeScript well, Go or another server language decently, and offline-first
        data from experience rather than from a talk. Interest in people who work with their
        hands. Danish helps a great deal, since installers from Esbjerg do not switch to
        English for anyone.

        ### Good and less good

        The team is three people; you will see your work in use within a week. There is no
        separate tester and no separate operations, so you do both. Deadlines come from the
        heating season: everything must be in by the first of October, and then it is quiet
        until spring.
      `),
    },
    {
      title: 'Data Scientist, Seasonal Load',
      type: 'Full-Time',
      location: 'Hamburg, Germany',
      salary: '$80K - $90K',
      applyurl: 'https://lowtide-heat.example/jobs/data-scientist',
      hoursAgo: 489,
      description: paragraphs(`
        How much heat will a district of 2,300 flats want next Thursday at six in the
        morning? Each percent of error costs our Hamburg customers around 70,000 euros a
        year in electricity bought at the wrong hour. Our error is 8.4%.

        We have six years of measurements at one-minute resolution from 37 plants, the
        harbour temperatures, the weather forecasts as they were at the time, and the
        calendars of schools. The present model is a gradient-boosted one, retrained each
        month, written by a colleague who would like to return to hydraulics.

        You would take it over and do three things. First, publish forecasts with honest
        bands, so that operators can decide how much risk to take. Second, include the
        storage tanks, so that the forecast becomes a plan. Third, find out why Fridays are
        bad.

        Why Fridays are bad is an open question with a small prize. We have excluded school
        calendars, the working hours of the fish market and three theories about bathing.
        The error is largest between four and eight in the afternoon, and only in two of the
        five districts.

        **Experience** with time series that matter to somebody; Python; enough engineering
        to run what you build. A physicist or energy engineer who has learned to program is
        as welcome as the reverse.

        **Place:** Hamburg, near the Baumwall, with one week per quarter in Aarhus. German
        or Danish is needed for the operators, who call when a forecast looks silly. They
        are usually right.
      `),
    },
    {
      title: 'Thesis Internship, Control Systems',
      type: 'Internship',
      location: 'Aarhus, Denmark',
      salary: '',
      applyurl: 'https://lowtide-heat.example/jobs/thesis-control',
      hoursAgo: 960,
      description: paragraphs(`
        Write your master's thesis on frost protection in sea-water heat exchangers, with a
        plant to try it on. When harbour water falls below 2 °C our plants throttle early
        and lose up to a fifth of their output; we believe that half of this is caution
        rather than need.

        You get a model that agrees tolerably with reality, two winters of data, a
        supervisor who wrote the present controller, and four nights in January on a real
        plant with an operator beside you. You should be enrolled in control, energy or
        mechanical engineering, and your university must agree.

        Stipend according to the rates of the Danish engineers' union for students. Start in
        September or February.
      `),
    },
  ],
};
