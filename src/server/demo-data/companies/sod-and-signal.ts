import type { DemoCompany } from '../demo-company.ts';
import { paragraphs } from '../paragraphs.ts';

export const sodAndSignal: DemoCompany = {
  name: 'Sod & Signal',
  slug: 'sod-and-signal',
  description: paragraphs(`
    Soil probes, and the software that reads them. About 9,400 of our probes are in the ground
    on dairy, kiwifruit, tea and flower farms in New Zealand and Kenya, telling growers when to
    water and, more often, when not to.
  `),
  website: 'https://sod-and-signal.example',
  jobs: [
    {
      title: 'Firmware Engineer, Soil Probes',
      type: 'Full-Time',
      location: 'Palmerston North, New Zealand',
      salary: '$70K - $80K',
      applyurl: 'https://sod-and-signal.example/jobs/firmware',
      hoursAgo: 54,
      description: paragraphs(`
        Our probe lives in wet dirt for seven years on two batteries, and the firmware is
        the reason it makes it to seven instead of three. We want another person who finds
        that sort of thing fun.

        The hardware: a low-power microcontroller, a capacitance sensor at four depths, a
        long-range radio that gets through a hill if you ask it nicely. The budget: 38
        microamps on average, all in. Right now we're at 41 and nobody can find the last
        three.

        **The job, roughly in order of how much of it there is**

        - Squeezing power. You'll have a good meter and permission to be obsessive
        - Radio: joining, rejoining, and being polite on a shared band with 600 neighbours
        - Updates over the air, at 200 bytes a message, to devices nobody can reach without
        a spade
        - Plug-in sensor heads. Growers want salinity, temperature and nitrate; we want one
        probe body and heads that click on
        - Testing at the research farm down the road. Gumboots in your size are provided

        **You** know C on small chips and can use an oscilloscope without being introduced
        to it. You've debugged something that only went wrong in the field, and you've got a
        story about it. A degree is fine; so is not having one.

        **Straight up:** it's Palmerston North. Rents are sane, the river path is lovely,
        and the wind is exactly what you've heard. We're 19 people, we make money (just),
        and if milk prices drop we all feel it. Four weeks' leave, a week of shutdown at
        Christmas on top, KiwiSaver at 6%, and a freezer of lamb whose origins are best not
        enquired into.
      `),
    },
    {
      title: 'Mobile Developer, Offline Field App',
      type: 'Full-Time',
      location: 'Nakuru, Kenya',
      salary: 'Under $50K',
      applyurl: 'https://sod-and-signal.example/jobs/mobile-nakuru',
      hoursAgo: 210,
      description: paragraphs(`
        Half the farms that use our app have no coverage in half their fields, so the app
        you'd work on has to be right while knowing nothing new for days at a time. It runs
        on entry-level Android phones, in English, Kiswahili and Kikuyu.

        ### The set-up

        There are six of us in Nakuru, in two rooms above a seed merchant: two developers,
        two agronomists, one person who runs deployments on farms, and Wanjiru, who runs the
        office and everybody in it. Firmware and cloud are in New Zealand. Their evening
        overlaps with our morning by about two hours, and we guard those.

        ### What needs doing

        - Sync that copes with a week offline and three workers sharing one phone
        - Irrigation advice that says how sure it is. A supervisor told us, fairly, that
        "water tomorrow" and "water tomorrow, probably" call for different things
        - Getting the install down from 31 MB to under 12, because people pay for data by
        the megabyte
        - Voice notes in place of forms, at least for scouting pests

        ### You'd suit it if

        You've built Android apps with Kotlin, or cross-platform ones that were small enough
        to be proud of. You test on bad phones. You like being on farms and can take an
        hour's explanation of tea from someone who's been at it since before you were born.

        ### The deal

        Gross pay is at the upper end for a developer in Nakuru; ask in the first call and
        we'll tell you the figure. Medical cover for the family, NSSF and the rest done
        properly, 24 days' leave. One trip to New Zealand in your first two years. Power
        goes out, on average, twice a week; there's an inverter, and it's good for five
        hours.
      `),
    },
    {
      title: 'GIS Developer',
      type: 'Contract',
      location: 'Remote (Oceania)',
      salary: '$70K - $80K',
      applyurl: 'https://sod-and-signal.example/jobs/gis-contract',
      hoursAgo: 575,
      description: paragraphs(`
        Six months to build a decent paddock map. Farmers draw their paddocks by hand in our
        app today, one wobbly polygon at a time, and then complain (correctly) that the
        hectares are wrong.

        You'd bring in public parcel and aerial data, guess the fences, and let the farmer
        fix them with a thumb. Then overlay what the probes say. Then make it work with no
        internet. The front end is Vue with an open-source map library; the back end is
        PostGIS and Python.

        We care about: coordinate systems and why ours are subtly off, polygon editing on a
        phone, tiles that fit on a cheap device. We don't care about: where you sit, so long
        as you're awake for most of a New Zealand working day.

        Done means 400 farms mapped and our two developers able to carry on without you.
        Fortnightly invoices, paid that week.
      `),
    },
    {
      title: 'Agronomy Support Engineer',
      type: 'Part-Time',
      location: 'Hamilton, New Zealand',
      salary: 'Under $50K',
      applyurl: '',
      hoursAgo: 21,
      description: paragraphs(`
        Twenty-five hours a week of helping Waikato farmers make sense of a wiggly line. Is
        the probe wrong, is it in a hoofprint, or does the paddock really drain that fast?
        You'll ask, you'll look at the data, and about once a week you'll go and dig.

        You know pasture and soils from study or from working them. You can follow a signal
        problem down to "the antenna's been eaten" (it happens, mostly calves). You're kind
        on the phone at calving time, when everyone else is short on sleep.

        Ute and phone supplied. School-hours shifts are welcome, and August to October is
        busier than the rest of the year put together. Ring Dave on the number at [our
        contact page](https://sod-and-signal.example/contact); there's no form to fill in.
      `),
    },
  ],
};
