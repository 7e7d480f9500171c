/**
 * Sentences of postings with slots in braces. `object`, `tool` and `area` come from the field, the other slots from all
 * fields. The sentences of a list are equally likely.
 */

export const INTRODUCTIONS = [
  '{company} helps teams in {industry} do their best work, and {product} is how we do it.',
  'At {company} we build {product}, a {adjective} platform that people in {industry} work with every day.',
  '{company} makes {product} for customers in {industry} and {industry}, and the company is growing.',
  'Our mission at {company} is to make {industry} more {adjective} for all, with {product} as our first product.',
  '{company} is a company in {industry} with customers across the world; our team of {number} people builds {product}.',
  'We started {company} because {industry} needed a {adjective} way to work, and {product} is our answer.',
];

export const ROLE = [
  'As a {role} you will work with a team that takes ownership, and this role is a real opportunity to have an impact.',
  'We are looking for a {role} with experience in {object}, who will join our {area} team.',
  'In this role you will own {object} from the first idea to the day our customers use it.',
  'You will report to the head of {area}, and work closely with people from other teams to {verb} {object}.',
  'This is a {adjective} role in a growing team: what you build here will shape how the company works for years.',
  'Our {area} team is small, the problems are {adjective}, and you will have a strong voice in what we do next.',
  'The work is about {object} and {object}, with a lot of {tool} and a lot of time for doing it well.',
  'Your day will be a mix of {object}, conversations with customers, and time to {verb} what we already have.',
];

export const DUTIES = [
  '{Verb} {object} together with your team, and make sure that they support the business as it grows',
  'Own {object} end to end, from the first plan to the last {noun}',
  '{Verb} and {verb} {object} that our customers and partners work with',
  'Work with product, design and {area} to {verb} the {noun} and the {noun} behind it',
  'Use {tool} and {tool} to {verb} {object}',
  'Lead {adjective} projects across teams, with clear communication at every step',
  'Help other people in the company to understand {object} and what they need',
  '{Verb} the way we handle each {noun}, so that our team can move fast',
  'Drive the {noun} process, from research to a {adjective} {noun}',
  'Build strong relationships with customers, and bring what you learn into the {noun}',
  'Keep an eye on {object}, find problems early and {verb} what can be better',
  'Write down what you know about the {noun}, so that it will help the whole team',
  '{Verb} a {adjective} {noun} and keep it up to date with {tool}',
  'Mentor people who are new to {object} and give feedback that helps',
  'Share the work of the team, including the {noun} that nobody likes',
  'Report on {object} to management, with data and not with opinions',
  '{Verb} {adjective} {object} for new markets, starting with the {noun}',
  'Support the development of our {noun} and of the tools around it',
];

export const REQUIREMENTS = [
  '{years}+ years of experience with {object} or in a similar role',
  'Strong skills in {tool}, and working knowledge of {tool}',
  'Experience with {tool} and {tool} in a team of more than {number} people',
  'Strong communication skills, in writing and with people of all teams',
  'You have done {object} before, and can show us the results of your work',
  'A {adjective} way of thinking about {object}, and the ability to explain it',
  'You like {adjective} problems and you take ownership of the {noun}',
  'Ability to {verb} a {noun} on time, also when the environment is changing',
  'Experience in {industry} or another {adjective} business',
  'You work well with others, and you ask when something is not clear',
  'A degree in a related subject, or the same experience from work',
  'Good knowledge of {tool}, and the will to learn what you do not know',
  'You have an eye for the {noun} and care about quality',
  'Proven ability to {verb} {object} in a {adjective} company',
];

/** Sentences with a rare word in the slot `tail`. */
export const EXTRAS = [
  'Experience with {tail} is a plus',
  'You have used {tool} or {tail} before',
  'Knowledge of {tail} helps, but you can learn it on the job',
  'Bonus: you know your way around {object} and {tail}',
  'Some time with {tail} would be great',
];

export const BENEFITS = [
  'Competitive salary and equity, reviewed every year',
  'Health, {benefit} and {benefit} insurance for you and your family',
  '{number} days of paid time off, and the public holidays',
  'A yearly budget for {benefit} and learning',
  'Flexible working hours, and a hybrid or remote office',
  'Support for {benefit} and {benefit}',
  'Paid parental leave for all parents',
  'A laptop of your choice, and what else you need to work at home',
  'Regular team events, with {benefit} for those who like it',
  'Retirement plan to which the company adds',
];

export const CLOSINGS = [
  'We are an equal opportunity employer: all applicants are considered for employment without regard to race, religion, gender, age, disability or any other status.',
  'If this sounds like you, apply with a few lines about your experience; our team reads every application.',
  'Not sure that you meet all of the requirements? Please apply anyway, for skills can be learned.',
  'The process has three steps: a call, a practical task about {object}, and a day with the team.',
  'The salary for this role depends on your skills, experience and location.',
  'We are committed to a fair hiring process, and will make any adjustments that you need.',
];

/** Sets of headings; each job uses one. */
export const HEADINGS = [
  ['About the role', 'What you will do', 'What you bring', 'Nice to have', 'Benefits'],
  ['The role', 'Responsibilities', 'Requirements', 'Bonus points', 'What we offer'],
  ['Overview', 'Your responsibilities', 'Qualifications', 'Preferred', 'Perks'],
  ['Who we are looking for', 'In this role, you will', 'You have', 'Even better', 'Why join us'],
  [
    'The opportunity',
    'Your impact',
    'Skills and experience',
    'Also good',
    'Compensation and benefits',
  ],
];
