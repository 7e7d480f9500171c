import type { DemoCompany } from '../demo-company.ts';
import { paragraphs } from '../paragraphs.ts';

export const parlovine: DemoCompany = {
  name: 'Parlovine',
  slug: 'parlovine',
  description: paragraphs(`
    Parlovine teaches languages by way of real conversations between learners, with a teacher
    listening in. 260,000 people practise with us each month, in nine languages, from Bogotá and
    Berlin.
  `),
  website: 'https://parlovine.example',
  jobs: [
    {
      title: 'Senior Mobile Engineer (React Native)',
      type: 'Full-Time',
      location: 'Berlin, Germany',
      salary: '$80K - $90K',
      applyurl: 'https://parlovine.example/team/senior-mobile',
      hoursAgo: 187,
      description: paragraphs(`
        Two people who share no common language talk to each other for ten minutes, and the
        app in their hands helps them through. That call screen is what you would build,
        together with three other mobile engineers.

        ## What will I be working on?

        The conversation itself: audio, live hints, the small cards that slide in when
        someone gets stuck. It's React Native with native modules for audio in Kotlin and
        Swift. 31,000 calls take place on a weekday evening. About one in nine has a moment
        when the sound breaks up, and after such a moment learners are half as likely to
        come back the next day.

        ## What would success look like?

        - After three months, we know why the sound breaks, by phone model and by network
        - After six, it happens in one call out of twenty
        - After a year, hints arrive in under 400 milliseconds, and a beginner's first call
        lasts longer than four minutes

        ## How does a day go?

        We meet at half past ten, for ten minutes. Then it's quiet until lunch, which
        somebody cooks (there's a list, and you can buy your way off it with dessert). In
        the afternoon you pair, or you don't. Twice a week one of us listens to five calls
        with a teacher, from learners who have agreed to it, and you'd be surprised how
        often the bug is a pause that we fill too soon. We release on Tuesdays to one
        learner in twenty and on Thursdays to all of them.

        Decisions are made by whoever will maintain the result. That's you, for the call
        screen. The designer and the head of teaching can object, and when they do it's
        usually interesting.

        ## Do I need to speak German?

        No. The team's language is English; there are eleven mother tongues among forty-four
        of us. You will be asked to learn something with our own product, though, as a
        beginner, from your first week. It's humbling and that's the purpose.

        ## What have people in this role done before?

        Five years or more of mobile work, some of it native. Often something with calls,
        music or video. One had been a sound engineer at a theatre.

        ## What's not so good?

        Our audio module was written by a contractor and has hardly any tests. Evenings are
        when things go wrong, because that's when people practise; you'd be on call one week
        in seven, until 11 p.m. and no later. And the office in Neukölln is on the fourth
        floor without a lift.

        ## What else do I get?

        30 days off, a learning budget of 1,000 euros, 80% weeks for anybody who wants them,
        and a two-week stay in Bogotá once a year if you'd like to work from there.
      `),
    },
    {
      title: 'Machine Learning Engineer, Speech',
      type: 'Full-Time',
      location: 'Berlin, Germany',
      salary: '$100K - $125K',
      applyurl: 'https://parlovine.example/team/ml-speech',
      hoursAgo: 175,
      description: paragraphs(`
        Speech recognition is trained on people who speak well, and our learners don't yet.
        You would adapt models to hesitant, accented, half-correct speech and make them say
        something useful about it within a second.

        Our recognizer misses about 14% of a native speaker's words and 38% of a beginner's.
        We have 90,000 hours of conversation from learners who consented to its use for
        research, of which 1,200 hours are transcribed by teachers, with the mistakes left
        in. That corpus is the best thing we own.

        ### You would

        - fine-tune open models on it, for nine languages, and measure each on learners
        rather than on benchmarks
        - recognize what was *meant* beside what was *said*; the difference between the two
        is the lesson
        - get inference down to where it can run on a phone from four years ago, for the
        sake of price and privacy
        - withdraw from training, fully and provably, whatever a learner takes back. This
        happens around thirty times a month

        ### You have

        A record of bringing speech or language models to users. PyTorch or the like, some
        linguistics or the wish to acquire it, and a sceptical way with metrics. A doctorate
        is neither required nor held against you.

        ### The constraints

        We are not a research lab. There are two of you, a budget of eight rented GPUs, and
        teachers who'll notice at once if a hint is wrong. A wrong hint is worse than none,
        and we'd want you to feel that too.
      `),
    },
    {
      title: 'Learning Designer and Content Engineer',
      type: 'Full-Time',
      location: 'Bogotá, Colombia',
      salary: 'Under $50K',
      applyurl: 'https://parlovine.example/team/learning-designer-bogota',
      hoursAgo: 285,
      description: paragraphs(`
        Half teacher, half engineer: you would write the conversation scenarios that
        learners act out, and the small rules that make a scenario adapt to how it goes. We
        have 640 scenarios. Learners have opinions about all of them.

        ### What is a scenario?

        Two roles, a situation and a complication. You've come to pick up a parcel; the
        parcel is there, but it has somebody else's name on it. Behind the text is a
        structured file of goals, vocabulary, hints and branches, assembled from blocks that
        we reuse in every language. You'd write the text *and* the file.

        ### What would I do in a month?

        - Write eight new scenarios with native-speaking colleagues
        - Watch twenty recorded calls, with consent, and mend the scenarios where learners
        got lost
        - Improve the blocks. At the moment a hint can't know that it has been shown
        already, and you'd be the person to insist on it

        ### Who are you?

        A language teacher who has begun to script things, or a developer who has taught.
        Spanish and English at a high level; German, Portuguese or Quechua would be
        wonderful. You can tell a funny situation from a mocking one.

        ### Conditions

        Indefinite contract under Colombian law, with all benefits it prescribes, private
        health cover and 18 days of leave. The office is in Chapinero; two days a week there
        is usual. Pay is set against the local market, above the middle of it, and we know
        that Berlin earns more. We publish the method on [how we
        pay](https://parlovine.example/how-we-pay) so that you can disagree with it in
        detail.
      `),
    },
    {
      title: 'Data Analyst, Learning Outcomes',
      type: 'Part-Time',
      location: 'Bogotá, Colombia',
      salary: 'Under $50K',
      applyurl: 'https://parlovine.example/team/data-analyst',
      hoursAgo: 620,
      description: paragraphs(`
        Do people who practise with us actually learn? In 24 hours a week you'd help us find
        out, and publish the answer even when it's disappointing.

        Every six months 4,000 learners take an independent oral test that we pay for. The
        results, together with what each learner did in the app, are yours to study. The
        last round showed clear progress for beginners, a little for the intermediate and
        none that we could measure for the advanced.

        - SQL, and R or Python; regression and its traps
        - Clear charts and clearer sentences
        - Spanish or English, with a reading knowledge of the other

        You would report to the head of teaching, not to marketing. Hours can be spread over
        three, four or five days.
      `),
    },
    {
      title: 'Vue Developer, Teacher Dashboard',
      type: 'Remote',
      location: 'Remote (Latin America)',
      salary: '$50K - $60K',
      applyurl: 'https://parlovine.example/team/vue-teacher-dashboard',
      hoursAgo: 134,
      description: paragraphs(`
        1,900 teachers listen in on our learners' conversations, and the dashboard they do
        it from is what you'd build. A teacher follows up to six calls at a time, hears
        where someone needs help, and drops in a hint or a voice.

        ## Where does it stand?

        It's a Vue 3 application, three years old, made by two people. It works well for two
        calls at once. At six it becomes a wall of moving text, and teachers tell us they
        end up choosing one call and feeling guilty about the other five.

        ## What would I change?

        With our designer in Bogotá you would make it a calmer place: one thing at a time,
        raised when it matters, with the reason shown. You'd add notes that a teacher can
        pass on to the next, and payment statements that teachers can understand, which they
        currently can't. Behind it is a set of small services with well-documented events;
        you may ask for new ones and will generally get them.

        ## What should I know?

        - Vue with TypeScript, for two or three years, in an application with live data
        - Something about sockets, buffering, and what to do when a laptop lid has been
        closed for an hour
        - Good Spanish or Portuguese, and English for the code

        ## How do we work?

        From home, anywhere between Tijuana and Ushuaia. There's overlap with Bogotá from 9
        to 1. Contractors in some countries, employees in Colombia, Mexico and Chile; the
        pay before taxes is the same, and the range in this ad is the real one. You'd spend
        an hour each fortnight with a teacher, simply listening.
      `),
    },
  ],
};
