import type { Search } from '../judgements.ts';
import { ENGINEER } from './patterns.ts';

/** Searches that each expose one weakness of a ranking: stemming, word order, single mentions, intent. */
export const causes: Search[] = [
  // Words with the same stem but different meanings.
  {
    q: 'intern',
    rules: [
      { grade: 3, title: 'intern|internship' },
      { grade: 3, employment: 'internship' },
      { grade: 1, title: 'apprentice|working student|new grad|graduate|co-op' },
    ],
  },
  {
    q: 'internship',
    rules: [
      { grade: 3, title: 'intern|internship' },
      { grade: 3, employment: 'internship' },
      { grade: 1, title: 'apprentice|working student|new grad|graduate' },
    ],
  },
  {
    q: 'interns',
    rules: [
      { grade: 3, title: 'intern|internship' },
      { grade: 3, employment: 'internship' },
    ],
  },
  {
    q: 'international',
    rules: [
      { grade: 3, title: 'international' },
      { grade: 2, requires: 'international' },
      { grade: 1, title: 'global|emea|apac' },
      { grade: 1, mentions: 'international' },
    ],
  },
  {
    q: 'accounting',
    rules: [
      { grade: 3, title: 'accounting|accountant' },
      { grade: 2, title: 'controller|bookkeep(er|ing)|accounts (payable|receivable)' },
      { grade: 1, title: 'finance|financial|billing|tax|payroll' },
    ],
  },
  {
    q: 'designer',
    rules: [
      { grade: 3, title: 'designer' },
      { grade: 1, title: 'design|artist' },
    ],
  },
  {
    q: 'marketer',
    rules: [
      { grade: 3, title: 'marketer' },
      { grade: 2, title: 'marketing', not: 'product|engineer|developer|counsel' },
      { grade: 1, title: 'marketing|growth' },
    ],
  },
  {
    q: 'communications',
    rules: [
      { grade: 3, title: 'communication|pr|public relations' },
      { grade: 2, title: 'public affairs|media relations' },
      { grade: 1, title: 'content|social media|brand|community' },
    ],
  },
  {
    q: 'analyst',
    rules: [
      { grade: 3, title: 'analyst' },
      { grade: 1, title: 'analytics|analysis' },
    ],
  },
  {
    q: 'operator',
    rules: [
      { grade: 3, title: 'operator' },
      { grade: 1, title: 'technician|operations' },
    ],
  },
  {
    q: 'author',
    rules: [
      { grade: 3, title: 'author' },
      { grade: 2, title: 'writer|editor|copywriter', not: 'underwriter' },
    ],
  },
  {
    q: 'generalist',
    rules: [
      { grade: 3, title: 'generalist' },
      { grade: 1, title: 'chief of staff|business operations' },
    ],
  },
  {
    q: 'university recruiter',
    rules: [
      { grade: 3, title: '(university|campus|early (career|talent)).*recruit(er|ing)' },
      { grade: 2, title: 'recruiter' },
      { grade: 1, title: 'recruiting|talent acquisition|sourcer' },
    ],
  },
  {
    q: 'policy',
    rules: [
      { grade: 3, title: 'policy|government (relations|affairs)|public affairs', not: 'engineer' },
      { grade: 2, requires: 'public policy|policy' },
      { grade: 1, title: 'legal|compliance|counsel' },
    ],
  },
  // Word order, and words next to each other.
  {
    q: 'sales operations',
    rules: [
      { grade: 3, title: 'sales (strategy & )?operations' },
      { grade: 2, title: 'revenue operations|gtm operations|sales.*operations|operations.*sales' },
      { grade: 1, title: 'sales enablement|operations' },
    ],
  },
  {
    q: 'operations sales manager',
    rules: [
      {
        grade: 3,
        title: 'sales operations manager|operations.*sales manager|sales.*operations.*manager',
      },
      { grade: 2, title: 'revenue operations (\\p{L}+ )?manager|sales manager' },
      { grade: 1, title: 'operations manager' },
    ],
  },
  {
    q: 'product security',
    rules: [
      { grade: 3, title: 'product security' },
      {
        grade: 2,
        title: 'application security|security engineer|product.*security|security.*product',
      },
      { grade: 1, title: 'security' },
    ],
  },
  {
    q: 'security product manager',
    rules: [
      { grade: 3, title: 'security product manager|product manager.*security' },
      { grade: 2, title: 'product manager.*(identity|trust|fraud|risk|compliance)' },
      { grade: 1, title: 'product manager' },
    ],
  },
  {
    q: 'design manager',
    rules: [
      { grade: 3, title: '(product |ux )?design manager|manager,? (product )?design' },
      {
        grade: 2,
        title:
          '(head|director)( of|,) (product )?design|design (lead|director)|lead (product )?designer',
      },
      { grade: 1, title: 'designer|design' },
    ],
  },
  {
    q: 'marketing product manager',
    rules: [
      { grade: 3, title: 'product manager.*(marketing|growth)|marketing product manager' },
      { grade: 2, title: 'product marketing manager|product manager' },
      { grade: 1, title: 'product marketing' },
    ],
  },
  {
    q: 'engineering director',
    rules: [
      {
        grade: 3,
        role: '(senior )?(director,? (\\p{L}+ )?(software )?engineering|director of (\\p{L}+ )?engineering|engineering director)',
        not: 'sales|solutions',
      },
      {
        grade: 2,
        title: '(vp|head)( of|,) (\\p{L}+ )?engineering|director.*engineering',
        not: 'sales|solutions|gtm',
      },
      { grade: 1, title: 'engineering manager' },
    ],
  },
  {
    q: 'data product manager',
    rules: [
      { grade: 3, title: 'data product manager|product manager.*(data|analytics)' },
      { grade: 2, title: 'product manager.*(ai|platform|insights|machine learning)' },
      { grade: 1, title: 'product manager' },
    ],
  },
  {
    q: 'manager customer support',
    rules: [
      {
        grade: 3,
        title:
          '(customer|technical|user) support manager|manager.*customer support|head of (customer )?support',
      },
      {
        grade: 2,
        title:
          'support.*manager|manager.*support|customer (care|experience|happiness|operations) manager',
        not: 'product|account',
      },
      { grade: 1, title: 'customer support|customer (care|service)' },
    ],
  },
  // Exact titles that longer titles push down.
  {
    q: 'engineer',
    rules: [
      { grade: 3, role: `(\\p{L}+ )?${ENGINEER}` },
      { grade: 2, title: ENGINEER },
      { grade: 1, title: 'engineering' },
    ],
  },
  {
    q: 'analytics',
    rules: [
      { grade: 3, title: 'analytics' },
      { grade: 2, title: '(data|bi|business intelligence|product) (analyst|scientist)' },
      { grade: 1, requires: 'analytics' },
    ],
  },
  {
    q: 'manager',
    rules: [
      { grade: 3, title: 'manager' },
      { grade: 1, title: 'head|director|lead' },
    ],
  },
  {
    q: 'sales',
    rules: [
      { grade: 3, title: 'sales', not: 'salesforce' },
      { grade: 2, title: 'account executive|business development|sdr|bdr' },
    ],
  },
  {
    q: 'designer remote',
    rules: [
      { grade: 3, title: 'designer', workplace: 'remote' },
      { grade: 1, title: 'designer' },
      { grade: 1, title: 'design|artist', workplace: 'remote' },
    ],
  },
  {
    q: 'art director',
    rules: [
      { grade: 3, title: 'art director' },
      { grade: 2, title: 'creative director|lead (\\p{L}+ )?artist' },
      { grade: 1, title: 'artist|creative|design director' },
    ],
  },
  {
    q: 'buyer',
    rules: [
      { grade: 3, title: 'buyer' },
      { grade: 2, title: 'procurement|sourcing|purchasing|media buyer' },
      { grade: 1, title: 'supply chain' },
    ],
  },
  {
    q: 'publishing',
    rules: [
      { grade: 3, title: 'publishing' },
      { grade: 2, title: 'publisher|editor|editorial' },
      { grade: 1, requires: 'publishing' },
    ],
  },
  // A word that the description contains only once.
  {
    q: 'blockchain',
    rules: [
      { grade: 3, title: 'blockchain|crypto|web3|defi|smart contract' },
      { grade: 2, requires: 'blockchain' },
      { grade: 1, mentions: 'blockchain' },
    ],
  },
  {
    q: 'smart contracts',
    rules: [
      { grade: 3, title: 'smart contract' },
      { grade: 2, requires: 'smart contract|solidity' },
      { grade: 1, mentions: 'smart contract' },
    ],
  },
  {
    q: 'podcast',
    rules: [
      { grade: 3, title: 'podcast' },
      { grade: 2, requires: 'podcast' },
      { grade: 1, mentions: 'podcast' },
    ],
  },
  {
    q: 'biology',
    rules: [
      { grade: 3, title: 'biolog(y|ist)|bio|entomologist' },
      { grade: 2, requires: 'biology' },
      { grade: 1, mentions: 'biology' },
    ],
  },
  {
    q: 'mining',
    rules: [
      { grade: 3, title: 'mining|mine|mineral|metallurg(y|ist|ical)|geologist' },
      { grade: 2, requires: 'mining' },
      { grade: 1, mentions: 'mining' },
    ],
  },
  {
    q: 'lithography',
    rules: [
      { grade: 3, title: 'lithography' },
      { grade: 2, requires: 'lithography' },
      { grade: 1, mentions: 'lithography' },
    ],
  },
  {
    q: 'eating disorders',
    rules: [
      { grade: 3, title: 'eating disorder' },
      { grade: 2, requires: 'eating disorder' },
      { grade: 1, mentions: 'eating disorder' },
    ],
  },
  {
    q: 'security clearance',
    rules: [
      { grade: 3, requires: 'security clearance|(ts|secret) clearance|ts/sci|clearance' },
      { grade: 2, mentions: 'security clearance|ts/sci' },
    ],
  },
  // Intent that the words do not express.
  {
    q: 'work with animals',
    rules: [
      { grade: 3, title: 'animal|veterinar(y|ian)|zoo|dog|pet|insect' },
      { grade: 2, requires: 'animal|veterinary' },
      { grade: 1, mentions: 'animal' },
    ],
  },
  {
    q: 'coding job',
    rules: [
      {
        grade: 3,
        title: `(software|back ?end|front ?end|full ?stack|mobile|ios|android|platform|product|web) ${ENGINEER}|developer`,
        not: 'business|manager|relations',
      },
      {
        grade: 2,
        title: ENGINEER,
        not: 'sales|mechanical|electrical|mine|manager|recruiter|process',
      },
    ],
  },
  {
    q: 'programmer',
    rules: [
      {
        grade: 3,
        title: `(software|back ?end|front ?end|full ?stack|mobile|ios|android|game|unity|web|rust|go) ${ENGINEER}|programmer|developer`,
        not: 'business|manager|relations',
      },
      {
        grade: 2,
        title: ENGINEER,
        not: 'sales|mechanical|electrical|mine|solutions?|manager|recruiter|process',
      },
    ],
  },
  {
    q: 'lawyer',
    rules: [
      { grade: 3, title: 'lawyer|attorney|counsel', not: 'counselor' },
      { grade: 2, title: 'legal' },
      { grade: 1, title: 'paralegal|compliance' },
    ],
  },
  {
    q: 'doctor',
    rules: [
      { grade: 3, title: 'doctor|physician|medical director|psychiatrist' },
      { grade: 1, title: 'clinical|nurse|medical' },
    ],
  },
  {
    q: 'bookkeeper',
    rules: [
      { grade: 3, title: 'bookkeep(er|ing)|accountant' },
      { grade: 2, title: 'accounting|accounts (payable|receivable)' },
      { grade: 1, title: 'finance|billing' },
    ],
  },
  {
    q: 'salesperson',
    rules: [
      {
        grade: 3,
        title:
          'sales (rep|representative|associate|executive|specialist)|salesperson|account executive',
      },
      { grade: 2, title: 'sales', not: 'engineer|salesforce|enablement|operations' },
    ],
  },
  {
    q: 'secretary',
    rules: [
      { grade: 3, title: 'secretary|executive (business )?assistant|administrative assistant' },
      { grade: 2, title: 'office (coordinator|manager)|executive business partner' },
    ],
  },
  {
    q: 'student job',
    rules: [
      { grade: 3, title: 'working student|werkstudent|student|intern|internship' },
      { grade: 3, employment: 'internship' },
      { grade: 2, employment: 'part-time' },
      { grade: 1, title: 'new grad|graduate|campus|junior' },
    ],
  },
  {
    q: 'new grad',
    rules: [
      { grade: 3, title: 'new grad|graduate|early career|university grad' },
      { grade: 2, title: 'junior|entry level|campus' },
      { grade: 1, title: 'intern|internship|associate' },
    ],
  },
  {
    q: 'cybersecurity',
    rules: [
      {
        grade: 3,
        title:
          'cyber ?security|(information|product|application|cloud|network|infrastructure|corporate) security|security (engineer|analyst|architect|specialist)',
      },
      { grade: 2, title: 'security|detection|incident response|grc' },
      { grade: 1, requires: 'cyber ?security' },
    ],
  },
  {
    q: 'crypto',
    rules: [
      { grade: 3, title: 'crypto|blockchain|defi|web3|digital assets|smart contract' },
      { grade: 2, requires: 'crypto|cryptocurrency|blockchain|digital assets|web3|defi' },
      { grade: 1, mentions: 'crypto|cryptocurrency' },
    ],
  },
  {
    q: 'video games',
    rules: [
      { grade: 3, title: 'game|gaming' },
      { grade: 2, requires: 'video game|mobile game|gaming' },
      { grade: 1, mentions: 'video game|gaming' },
    ],
  },
  {
    q: 'healthcare',
    rules: [
      {
        grade: 3,
        title:
          'healthcare|health|clinical|patient|medical|nurse|physician|pharmac(y|ist)|therapist|counselor',
      },
      { grade: 2, requires: 'healthcare' },
      { grade: 1, mentions: 'healthcare' },
    ],
  },
  {
    q: 'working with children',
    rules: [
      { grade: 3, title: 'teacher|tutor|child|childcare|educator|school' },
      { grade: 2, requires: 'children|kids|students' },
      { grade: 1, mentions: 'children|kids' },
    ],
  },
  // The rest of the query syntax.
  {
    q: '"machine learning" -intern',
    rules: [
      { grade: 0, title: 'intern' },
      { grade: 3, title: 'machine learning' },
      { grade: 2, requires: 'machine learning' },
      { grade: 1, mentions: 'machine learning' },
    ],
  },
  {
    q: 'designer or illustrator',
    rules: [
      { grade: 3, title: 'designer|illustrator' },
      { grade: 1, title: 'artist|design' },
    ],
  },
  {
    q: 'software engineer -senior -staff',
    rules: [
      { grade: 0, title: 'senior|sr|staff' },
      { grade: 3, title: `software ${ENGINEER}`, not: 'intern' },
      { grade: 1, title: ENGINEER },
    ],
  },
];
