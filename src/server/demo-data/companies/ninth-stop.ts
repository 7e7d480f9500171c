import type { DemoCompany } from '../demo-company.ts';
import { paragraphs } from '../paragraphs.ts';

export const ninthStop: DemoCompany = {
  name: 'Ninth Stop',
  slug: 'ninth-stop',
  description: paragraphs(`
    Ninth Stop supplies departure boards, stop announcements and journey planners to 41 public
    transport agencies. Everything we make must work for the person standing at the stop, in the
    rain, with a dying phone.
  `),
  website: 'https://ninth-stop.example',
  jobs: [
    {
      title: 'Backend Engineer, Real-Time Departures',
      type: 'Full-Time',
      location: 'Gothenburg, Sweden',
      salary: '$70K - $80K',
      applyurl: 'https://ninth-stop.example/jobs/backend-real-time',
      hoursAgo: 93,
      description: paragraphs(`
        Every four seconds, 11,600 buses, trams and ferries report where they are, and our
        service decides when each will reach its next stop. You would join the five people
        in Gothenburg who run that service.

        ## What it does

        Positions arrive over four protocols, two of them older than some of the team. We
        match each vehicle to a trip, predict its arrivals and publish the result as open
        feeds and to our own displays. A prediction is counted as good if the vehicle comes
        between one minute before and two minutes after. For trams we reach 94%, for buses
        87%, for ferries an embarrassing 71%.

        ## What you would work on

        - Ferries: a crossing does not behave like a road, and wind matters
        - Matching vehicles that have logged on to the wrong trip, about 3% of all
        departures
        - Replaying a recorded day through a changed predictor in under ten minutes, so that
        we can try more ideas
        - Bringing new agencies on, four a year, each with its own understanding of midnight

        ## What has been tried

        For ferries: a model per captain, which worked and which the union rightly disliked.
        For wrong trips: asking the driver, who has other things to do. For replays: a
        larger machine, then two. We keep a list of failed attempts with the reasons, 44 so
        far, and newcomers tell us that it is the most useful document we have.

        The predictor itself is plain. It takes the last five vehicles over the same
        stretch, the time of day and the schedule, and weighs them. Twice we have replaced
        it with something more learned and twice the riders' complaints went up, because it
        was right more often and wrong in stranger ways. A better one is possible, we think.
        It must be able to say why.

        ## What you know

        You have built services that take in data all day and must not fall behind: in
        Kotlin, Java, Rust or Go. You are comfortable with PostgreSQL and with a message
        log. Time zones and service days hold no terror for you, or at least a familiar one.
        English at work; Swedish is welcome and we pay for lessons.

        ## Conditions

        Collective agreement, 30 days' leave, 38.75 hours a week. On call one week in six.
        Public money pays for most of what we do, so there is no bonus and no equity, and
        procurement can take a year. In return the work is visible: take tram line 9 to the
        office and you will read your own output at the stop.
      `),
    },
    {
      title: 'Vue Developer, Passenger Displays',
      type: 'Full-Time',
      location: 'Montréal, QC',
      salary: '$80K - $90K',
      applyurl: 'https://ninth-stop.example/jobs/vue-passenger-displays',
      hoursAgo: 48,
      description: paragraphs(`
        The departure boards at 6,300 stops are web pages, written in Vue, running for
        months at a time on small computers behind scratched glass. You would be one of
        three developers who keep them readable, light and awake.

        A board is an odd browser. Nobody clicks on it. It has 1 GB of memory, no keyboard,
        a connection that drops in tunnels, and temperatures from minus 30 to plus 55. A
        leak of ten kilobytes an hour is a black screen by March.

        **Your work**

        - Compose board layouts from our 19 display components: agencies choose, you make
        the combinations hold
        - Soak tests: a board runs for thirty simulated days before each release
        - Bilingual and trilingual layouts in which French is always about 20% longer than
        hoped
        - A spoken version of each board for the button at the pole, produced from the same
        components

        **Your experience**

        Solid Vue and TypeScript, and curiosity about what the browser does underneath. You
        have hunted a memory leak and caught it. French and English both, since we work in
        the first and document in the second.

        **Drawbacks.** The hardware is replaced every nine years, so you will support a
        browser engine that is five years old. Three times a year somebody has to stand at a
        stop in January with a laptop, and it is sometimes you.

        **Benefits.** Four weeks off plus the days between Christmas and New Year, group
        insurance, a transit pass (naturally), and 5% of salary into the pension plan.
      `),
    },
    {
      title: 'Data Engineer, Timetables',
      type: 'Contract',
      location: 'Remote (Europe)',
      salary: '$90K - $100K',
      applyurl: 'https://ninth-stop.example/jobs/timetable-data-contract',
      hoursAgo: 233,
      description: paragraphs(`
        Nine months of contract work turning the timetables of 41 agencies into one clean
        model, with a clear end and a possible extension of three months.

        Timetables reach us as GTFS, NeTEx, spreadsheets and, in one case, a scanned
        booklet. Each is imported by its own script. The scripts were written by seven
        people over eleven years, and every autumn, when the schedules change, three of us
        spend October mending them.

        You would design one pipeline with a validator in front that tells an agency what is
        wrong in words that its planner understands. Then you would move agencies across,
        largest first, and retire the scripts. We reckon on four a month once the pattern
        stands.

        The awkward cases are known and collected in a folder named "museum": a night bus
        that leaves at 25:10, a ferry that sails if there is demand, a school line that runs
        on Wednesdays except when Wednesday is a Tuesday. Whatever you build must pass the
        museum.

        ### We expect

        - Practice with transit data in at least one of the two formats, including calendars
        and exceptions
        - Python or Kotlin, SQL at length, and tests built from real broken files
        - A weekly note of half a page: moved, stuck, next

        ### We offer

        A day rate within the range given when taken over a full year, paid within 14 days
        of invoice. A planner with 26 years at an agency is on hand for questions and enjoys
        them. Two visits to Gothenburg, travel paid.
      `),
    },
    {
      title: 'Accessibility Specialist',
      type: 'Part-Time',
      location: 'Montréal, QC',
      salary: '$50K - $60K',
      applyurl: '',
      hoursAgo: 377,
      description: paragraphs(`
        Three days a week, you would test every display, app and announcement we make with
        the people who depend on them most, and have the power to stop a release. That power
        has been used twice, rightly both times.

        You would run a panel of 24 paid testers: blind and low-vision riders, deaf riders,
        people who use wheelchairs, people who read with difficulty. You would write up what
        they find, sit with developers until it is repaired, and speak for us at agencies'
        advisory committees, usually in French.

        Some of what is waiting: a push-button announcement that starts too quietly at busy
        corners and too loudly at night; a journey planner that knows which lifts exist but
        not which ones work; a colour for "cancelled" that one rider in twelve cannot tell
        from "delayed". The developers want to get these right. They have lacked a person
        who says when it *is* right.

        We hope for someone with lived experience of disability, professional experience of
        accessibility testing, or both. You should know the guidelines well enough to see
        where they fall short of a bus stop at night.

        Pay is for three days and within the range stated. The committees meet in the
        evening about ten times a year; take the hours back whenever you like.

        No form for this one: write, record or film an application in French or English and
        send it to travail@ninth-stop.example. Call us if another way is easier.
      `),
    },
    {
      title: 'Field Support Engineer',
      type: 'Full-Time',
      location: 'Winnipeg, MB',
      salary: '$60K - $70K',
      applyurl: 'https://ninth-stop.example/jobs/field-support-winnipeg',
      hoursAgo: 781,
      description: paragraphs(`
        Departure boards break in the field, and in Winnipeg you would be the one who goes.
        The city has 410 of our boards; on an average day five need attention and two need a
        ladder.

        ### A day

        Mornings start with the fault list at 7:30. Most faults are settled from a desk:
        restart, reload, call the network operator. The rest go on a route that you plan
        yourself. You swap computers, clean contacts, replace the panel that somebody has
        kicked, and note what you saw, because the software people in Montréal read those
        notes and act on them.

        ### What it takes

        - A technician's background in electronics or networks, or several years of doing it
        without the paper
        - Basic Linux: logs, services, a shell over a bad connection
        - A driver's licence and a readiness to work outdoors in all seasons
        - Courtesy towards riders who will tell you that the 18 is late

        ### Fair warning

        January. The van is heated and the poles are not. When it is colder than minus 35 we
        don't send anyone up a ladder, and the agency has that in writing.

        ### Terms

        Permanent, 37.5 hours, overtime paid or taken as time. Winter clothing supplied,
        properly good, and replaced every second year. Two of our present developers began
        in this job; each year we fund one college course of your choice.
      `),
    },
  ],
};
