import type { DemoCompany } from '../demo-company.ts';
import { paragraphs } from '../paragraphs.ts';

export const plinthwise: DemoCompany = {
  name: 'Plinthwise',
  slug: 'plinthwise',
  description: paragraphs(`
    Plinthwise looks after catalogues, labels and visitor guides for 120 museums, from a
    national gallery to a museum of lawnmowers. A co-operative of fifteen people, owned by those
    who work in it.
  `),
  website: 'https://plinthwise.example',
  jobs: [
    {
      title: 'Full-Stack Developer, Collections',
      type: 'Full-Time',
      location: 'Edinburgh, United Kingdom',
      salary: '$60K - $70K',
      applyurl: 'https://plinthwise.example/join/full-stack-developer',
      hoursAgo: 88,
      description: paragraphs(`
        Museums describe things for a living, and our cataloguing system has to let them do
        so in as many ways as there are things: 4.1 million records, from a Bronze Age sword
        to a tin of 1974 custard powder. You would work on that system, which is written in
        Vue and Python and is considerably younger than the custard.

        ## The nature of the problem

        Every museum agrees that a record should have a date. A date, it turns out, may be
        "1820s", "before the fire", "Edo period, repaired 1951" or "the donor thought
        Tuesday". Structure what you can; never lose what you can't. That is the principle,
        and most of our engineering consists of honouring it at a tolerable speed.

        ## This year's plans

        - **Composable record types.** A museum should be able to build its own form from
        our field blocks and still exchange records with its neighbour.
        - **Search that knows hedging.** A query for 1825 ought to find "1820s" and rank it
        honestly.
        - **Loans.** Objects travel, with couriers, insurance and humidity. The present
        module is a spreadsheet wearing a hat.

        ## A suitable person

        Has worked across the whole of a web application for three years or more, in Vue or
        React and in Python or Ruby or similar. Enjoys the modelling more than the
        deployment, though we share both. Is able to sit beside a registrar for an afternoon
        and come back with the right question. Museum experience charming but unnecessary.

        ## A morning, by way of example

        A registrar in Dundee writes that an object has two numbers. It does; it was
        catalogued in 1911 and again in 1962, by people who disagreed about what it was.
        Both numbers are painted on it. Our system permits one. You find out that 340 other
        museums' records carry a second number in the notes, in nineteen formats, and that a
        decent model for it would take three days, a migration and an apology to the search
        index. You propose it in the stand-up. Somebody says that a third number is
        perfectly possible. It is then half past ten.

        If that sounds like a good morning, read on. If it sounds like an argument for fewer
        museums, we quite understand.

        ## How the co-operative works

        After a year you may become a member, at a cost of one pound, with a vote equal to
        everyone else's. Salaries are published internally and the highest is 1.8 times the
        lowest, which caps what we can offer; please look at the range before anything else.
        In exchange: a four-day week of 32 hours, the same pay as for five, and meetings
        about the constitution that go on longer than they should.

        The studio is in Leith. Come in twice a week if you can. Funding in the sector is
        lumpy, and we keep five months of wages in the bank because of it.
      `),
    },
    {
      title: 'Exhibit Developer',
      type: 'Contract',
      location: 'Mexico City, Mexico',
      salary: '',
      applyurl: '',
      hoursAgo: 318,
      description: paragraphs(`
        A textile museum in Mexico City reopens next spring and needs its nineteen
        interactive exhibits programmed, installed and taught to the staff. The contract is
        for six months, the last two of them on site.

        The exhibits are modest in size and serious in content: a loom you can work with a
        crank, a wall of 600 patterns that answers to touch, a listening station in four
        languages including Nahuatl. Designs are finished. The hardware has been bought and
        is in a storeroom with better air conditioning than our office.

        ### We need

        - Someone who writes web front ends that run as kiosks for years unattended; Vue
        preferred, since the museum's own developer knows it
        - Ease with a little electronics: encoders, sensors, the serial port
        - Spanish for the site and English for us

        ### We should add
        - Readiness to write a manual that a museum technician can follow with the machine
        in pieces in front of her

        ### What is settled, and what is not

        The first four months can be done from anywhere. The final two are at the museum, in
        lodgings that we pay for, ten minutes away on foot. Still open is whether the wall
        of patterns should remember what visitors did: the curators say yes, the designers
        no, and you are likely to be asked.

        Building work is late, as building work is. The opening date has moved once and may
        move again; the fee does not shrink if it does. Fee by agreement, in three parts,
        and we publish it to the other bidders afterwards.

        Send a description of something you have made for a public place, and what broke, to
        taller@plinthwise.example.
      `),
    },
    {
      title: 'Digital Preservation Intern',
      type: 'Internship',
      location: 'Edinburgh, United Kingdom',
      salary: 'Under $50K',
      applyurl: 'https://plinthwise.example/join/preservation-internship',
      hoursAgo: 36,
      description: paragraphs(`
        In a cupboard in Leith there are 212 disks, cartridges and cards on which museums
        once stored their catalogues, and over ten weeks you would read as many of them as
        will still be read. Last summer's intern managed 64, among them the only list of a
        herbarium that had burned.

        You will learn imaging, file identification, a number of dead database formats and
        the art of writing to a curator who has forgotten that the disk exists. You will be
        supervised by two people, one patient and one knowledgeable.

        The weeks fall into three. In the first fortnight you practise on our own old disks,
        which nobody will mourn. The middle six are spent imaging, identifying and
        converting, with a log kept well enough that a stranger could repeat each step. In
        the last two you write a report for every museum concerned: what was there, what we
        could not read, and whether it would like the disk back. Most say yes, and then ask
        for a box.

        **Required:** a course in archives, computing or conservation, or evidence that you
        take old machines apart for pleasure.

        **Paid** at the real living wage for 32 hours a week, June to August. We cannot
        offer accommodation, and Edinburgh in August is dear; ask early and we'll ask our
        members, who have spare rooms.

        1. Tell us about the oldest file you own.
        2. Tell us how you would open it in fifty years.

        A page is plenty.
      `),
    },
  ],
};
