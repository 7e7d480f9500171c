import type { DemoCompany } from '../demo-company.ts';
import { paragraphs } from '../paragraphs.ts';

export const gravelMoth: DemoCompany = {
  name: 'Gravel Moth',
  slug: 'gravel-moth',
  description: paragraphs(`
    We're nine people making tools for people who make games: a dialogue editor, a level
    stitcher and a thing that packs sprites. They work alone or snapped together.
  `),
  website: 'https://gravel-moth.example',
  jobs: [
    {
      title: 'Tools Programmer, Dialogue Editor',
      type: 'Full-Time',
      location: 'Melbourne, Australia',
      salary: '$80K - $90K',
      applyurl: 'https://gravel-moth.example/jobs/tools-programmer',
      hoursAgo: 77,
      description: paragraphs(`
        Mumblewing is a dialogue editor with 3,800 paying writers and one programmer, who is
        writing this and would like company. It's where people write branching conversations
        for games: who says what, under which conditions, and what the goat remembers about
        it later.

        ## What Mumblewing is made of

        A TypeScript core that can be run anywhere, a Vue interface inside a desktop shell,
        and little runtimes for five engines. The biggest script we know of has 210,000
        lines. Opening it takes eleven seconds, and its author has been very sweet about
        that.

        ## What you'd do first

        1. Make that file open in two seconds. I think the trouble is in the graph layout.
        I've thought so before
        2. Live collaboration. Writers currently email each other zip files called
        final_FINAL_3
        3. Localization export that doesn't make translators cry. Four of them are happy to
        be asked things

        ## What I'd like you to be

        - Good at interface-heavy TypeScript, in Vue or whatever else you can carry over
        - Into writing, or into people who write. If you've finished a game jam, even badly,
        even better
        - Okay with small-team jobs: you'll answer support on Thursdays, and it's one of the
        better days
        - Kind in code review

        ## What it isn't

        It isn't making a game. Three people have joined us hoping it would turn into that,
        and it didn't. Also we're paid for by tool sales, so there's no runway chart; some
        quarters are fat and some are soup.

        38-hour weeks, never a crunch (we've had one late night since 2018, due to a possum
        in the switchboard). Brunswick office with a lift that works. Superannuation at 13%,
        six weeks off counting the winter shutdown, and a copy of every game that ships with
        our stuff.
      `),
    },
    {
      title: 'Rendering Engineer, Level Stitcher',
      type: 'Remote',
      location: 'Remote (Anywhere)',
      salary: '$125K - $150K',
      applyurl: 'https://gravel-moth.example/jobs/rendering-engineer',
      hoursAgo: 251,
      description: paragraphs(`
        Patchfell glues hand-made level pieces into big seamless worlds, and its viewport is
        running out of puff at around 40,000 pieces. Customers are up to 100,000. You'd
        rebuild the renderer so they can keep going.

        It's Rust on top of a portable graphics API, on Windows, Linux and Mac. Right now we
        cull on the CPU and redraw too much. We've got captured scenes from eleven studios,
        sorted by how bad they are, and a rig with one of each awful graphics card.

        **Bits we already know we need**

        - GPU-driven culling and some kind of streaming
        - Lighting preview that's good enough to place a lamp by, not to ship with
        - Picking: click the pebble, get the pebble
        - Stay under 4 GB of graphics memory, as half of our customers are on laptops

        **How you'd be working.** There are two other people on Patchfell: Priya does the
        editing tools and Tomasz does file formats and import. You'd own the viewport
        outright. We ship a beta every fourth Friday to about 600 people who post
        screenshots of anything broken, often with arrows on them. You won't lack feedback.

        **You've** written renderers that other people had to use all day. You can tell
        where the milliseconds went. You'd rather delete a pass than add one.

        **The remote thing.** We mean anywhere we can legally pay you, and we've checked
        40-odd countries. There's one call a week, and it rotates so everybody suffers
        equally. The rest is written. Once a year we rent a big house somewhere cheap to fly
        to, and cook.
      `),
    },
    {
      title: 'Community Person Who Can Code',
      type: 'Part-Time',
      location: 'Remote (Asia-Pacific)',
      salary: '',
      applyurl: 'https://gravel-moth.example/jobs/community',
      hoursAgo: 505,
      description: paragraphs(`
        Fifteen hours a week: run our forum, make example projects, tell us off when the
        tools are confusing.

        There are 6,200 people in the forum and about 20 new threads a day. Most members are
        lovely, and you'd be allowed to remove those who aren't. Every month you'd make one
        tiny sample game using our tools and record twenty minutes about how. You choose
        which. Last month's was about a lighthouse keeper who's scared of birds.

        You write friendly English, you can script a bit in any engine, and you've been part
        of a community long enough to have seen one go wrong. Japanese, Korean, Mandarin or
        Bahasa Indonesia would be brilliant: that's where half of the new people are.

        Tell us your hourly rate. We'll tell you if we can't.
      `),
    },
    {
      title: 'Technical Artist, Sample Worlds',
      type: 'Contract',
      location: 'Kyoto, Japan',
      salary: '$50K - $60K',
      applyurl: 'https://gravel-moth.example/jobs/technical-artist',
      hoursAgo: 880,
      description: paragraphs(`
        Build the three sample worlds that ship with Patchfell 4: a harbour town, a moss
        forest and an abandoned funfair. Seven months, working with our two-person studio in
        Kyoto, near Demachiyanagi.

        Each world has to look good, come apart into reusable pieces, and teach something.
        The harbour shows height blending, the forest scatter rules, the funfair how to hide
        repetition. People will pull them to bits to see how they're done, so neatness
        counts on the inside as well.

        - Modelling, texturing and a bit of shader writing. Show us pieces and not just
        beauty shots
        - An eye for performance: each world has a budget, and it's printed on the wall
        - Japanese or English. Haruka speaks both and the other one of us is learning

        The order is up to you, mostly. The harbour has to come first because a video about
        it is already promised. For each world you'd get two weeks of blocking out, five of
        building and one of taking it apart again to see whether the pieces make sense in
        somebody else's scene. Then four strangers from the forum try to build something new
        out of them while we watch and wince.

        We pay a third at the start, a third on the second world, and the rest at the end.
        You may sell your own packs meanwhile, and you keep the rights to everything we
        reject.
      `),
    },
  ],
};
