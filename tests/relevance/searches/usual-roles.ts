import type { Search } from '../judgements.ts';
import { ENGINEER, engineerOf, type Role } from './patterns.ts';

/** Roles that many people search for, each with all titles that a person who asks for it accepts. */
export const ROLES = {
  software: {
    title: `(software|back ?end|front ?end|full ?stack|platform|product|web|mobile|ios|android|rust|go|java|c\\+\\+) (software )?${ENGINEER}|software engineer|${ENGINEER},? (back|front|full)|member of technical staff`,
    related: `${ENGINEER}|software engineering`,
    not: 'manager|director|sales|support|recruiter',
  },
  developer: {
    title: `(software|back ?end|front ?end|full ?stack|platform|product|web|mobile|game|ios|android|rust|go|java|c\\+\\+|node ?\\.?js|ruby|unity) (sdk |software )?${ENGINEER}|developer|${ENGINEER},? (back|front|full)`,
    related: ENGINEER,
    not: 'manager|director|business developer|relations|advocate',
  },
  backEnd: {
    title: `${engineerOf('back ?end')}|(go|java|node ?\\.?js|rust|ruby) (back ?end )?${ENGINEER}|back ?end (\\p{L}+ )?${ENGINEER}|software engineer.*back ?end`,
    related: `full ?stack|software ${ENGINEER}`,
    not: 'manager|director|head|back ?end of line',
  },
  frontEnd: {
    title: `${engineerOf('front ?end')}|front ?end (\\p{L}+ )?${ENGINEER}|software engineer.*front ?end`,
    related: `full ?stack|react|software ${ENGINEER}|web`,
    not: 'manager|director|head',
  },
  fullStack: {
    title: `${engineerOf('full ?stack')}|full ?stack (\\p{L}+ ){0,2}${ENGINEER}|software engineer.*full ?stack`,
    related: `software ${ENGINEER}|product ${ENGINEER}|front ?end|back ?end`,
    not: 'manager|director|head',
  },
  ios: {
    title: `ios (\\p{L}+ )?${ENGINEER}|(${ENGINEER}|mobile).*ios|mobile ${ENGINEER}`,
    related: 'ios|mobile|android',
  },
  devops: {
    title:
      'devops|dev ops|devsecops|site reliability|sre|(platform|cloud|infrastructure) (\\p{L}+ )?engineer',
    related: 'infrastructure|cloud|reliability',
    not: 'manager|director|sales|product|security|counsel',
  },
  reliability: {
    title: 'site reliability|sre',
    related: 'devops|infrastructure|platform engineer|reliability',
    not: 'manager|director',
  },
  security: {
    title:
      'security (\\p{L}+ )?(engineer|architect|analyst|specialist)|engineer.*security|cyber ?security',
    related: 'security',
    not: 'director|counsel|sales',
  },
  rust: {
    title: `rust (\\p{L}+ )?${ENGINEER}|${ENGINEER}.*rust|rust`,
    related: `${ENGINEER}`,
    not: 'recruiter',
  },
  qa: {
    title:
      '(qa|quality assurance|test|quality) (\\p{L}+ )?(engineer|tester|analyst)|qa|test automation',
    related: 'quality',
  },
  support: {
    title:
      '(customer|client|user|technical|partner|patient|product|merchant|it|hpc) (support|service|care|happiness)|support (specialist|associate|representative|engineer|team lead|response)',
    related: 'support|customer (success|experience)|help ?desk',
    not: 'sales support|enablement|supplier|claims|director|business development',
  },
  dataScientist: {
    title: 'data scientist|applied (\\p{L}+ )?scientist',
    related: 'data science|scientist|machine learning|data analyst',
  },
  dataAnalyst: {
    title:
      '(data|bi|business intelligence|product|fraud data) analyst|analytics (specialist|analyst)',
    related: 'analyst|analytics|data scientist',
  },
  dataEngineer: {
    title: 'data (\\p{L}+ )?engineer|(analytics|etl) engineer|data.*(engineer)|engineer.*data',
    related: 'data',
    not: 'data center|manager|product|sales',
  },
  machineLearning: {
    title:
      '(machine learning|ml|ai|ai/ml|applied ai|gen(erative)? ai) (\\p{L}+ )?(engineer|scientist|researcher)|(engineer|scientist).*(ai|ml|machine learning)',
    related: 'ai|ml|machine learning|data scientist',
    not: 'manager|sales|product|architect|support|security',
  },
  researchScientist: {
    title:
      'research (scientist|engineer)|(machine learning|ai|ml|quantitative) research(er)?|scientist',
    related: 'research|researcher',
    not: 'data scientist',
  },
  productManager: {
    title: 'product manager|product management|product owner',
    related: 'product (lead|director|operations)|program manager|head of product',
    not: 'product marketing',
  },
  productDesigner: {
    title: 'product designer|(ux|ui|ui/ux|ux/ui) designer',
    related: 'designer|product design',
  },
  designer: {
    title:
      '(product|ux|ui|ui/ux|ux/ui|visual|graphic|brand|brand/graphic|motion|web|founding|game|level|economy|conversational|senior|lead|sound) designer|designer',
    related: 'design|artist|creative',
    not: 'piping',
  },
  gameDeveloper: {
    title: '(game|unity|gameplay) (\\p{L}+ )?(developer|engineer|programmer)',
    related: 'game|unity|developer',
  },
  gameArtist: {
    title: '(game|technical|2d|3d|vfx|ui/ux) artist',
    related: 'artist|art director|animator',
  },
  sales: {
    title:
      'sales|account executive|business development|account manager|bdr|sdr|client partner|business developer',
    related: 'partnerships?|gtm|customer success|go.to.market',
    not: 'salesforce|sales (operations|enablement|engineer|support)|recruiter|sourcer|people business partner|compensation|post-sales',
  },
  accountExecutive: {
    title: 'account executives?|founding ae',
    related: 'sales|account manager|business development',
    not: 'recruiter',
  },
  salesDevelopment: {
    title: '(sales|business) development (rep(resentative)?|manager)|sdr|bdr',
    related: 'sales|business development|account executive',
    not: 'salesforce',
  },
  salesManager: {
    title:
      'sales (manager|director|lead)|(head|director|vp|regional director)( of|,) (\\p{L}+ )?sales',
    related: 'sales|account',
    not: 'salesforce',
  },
  customerSuccess: {
    title: 'customer success',
    related: 'account manager|customer|client',
    not: 'director|recruiter',
  },
  marketing: {
    title: 'marketing|marketer',
    related: 'growth|brand|content|communications|social media',
    not: 'unity developer',
  },
  productMarketing: { title: 'product marketing', related: 'marketing' },
  recruiter: {
    title: 'recruiter|sourcer|talent (acquisition|partner)',
    related: 'recruiting|recruitment|talent',
  },
  hr: {
    title:
      '(hr|people|human resources?) (business partner|generalist|manager|specialist|operations|associate)',
    related: 'hr|people|human resources?|talent',
  },
  lawyer: {
    title: 'counsel|lawyer|attorney',
    related: 'legal|paralegal|contracts',
    not: 'counselor',
  },
  paralegal: { title: 'paralegal', related: 'legal|contracts|counsel' },
  accountant: {
    title: 'accountant|accounting|bookkeeper|controller',
    related: 'tax|financial|finance|audit|billing|payroll',
  },
  finance: {
    title: 'finance|financial (analyst|planning|accountant)|fp&a|treasury',
    related: 'accountant|accounting|tax|controller|credit',
    not: 'customer success|product manager|solutions|counsel',
  },
  nurse: {
    title: 'nurse|nursing|rn|lpn|lvn',
    related: 'clinical|medical|physician|patient|therapist|counselor',
  },
  doctor: {
    title: 'physician|doctor',
    related: 'clinical|medical|nurse|therapist|counselor',
  },
  therapist: {
    title: 'therapist|counselor',
    related: 'clinical|mental health|physician',
    not: 'care counselor',
  },
  pharmacist: { title: 'pharmacist|pharmacy manager', related: 'pharmacy' },
  teacher: { title: 'teacher|tutor|instructor', related: 'education|learning|practitioner' },
  assistant: {
    title: 'executive (business )?(assistant|partner)|assistant to the',
    related: 'office|administrative|assistant',
    not: 'assistant (teacher|controller)|medical',
  },
  chiefOfStaff: { title: 'chief of staff', related: 'office of the ceo|strategy' },
  projectManager: {
    title: '(project|program) manager|project (lead|engineering lead)|delivery manager',
    related: 'product manager|operations manager|project',
    not: 'talent|marketing',
  },
  compliance: {
    title: 'compliance',
    related: 'risk|aml|kyb|regulatory|grc|governance',
    not: 'product manager|privacy and compliance engineer',
  },
  mechanical: {
    title: 'mechanical (\\p{L}+ )?engineer',
    related: 'mechanical|hardware|electrical|process engineer',
  },
} satisfies Record<string, Role>;

/** A search for internships, apprenticeships and similar jobs of students. */
export const forInterns = (q: string): Search => ({
  q,
  rules: [
    { grade: 3, title: 'intern|internship|apprentice|working student|stage' },
    { grade: 2, employment: 'internship' },
    { grade: 1, title: 'junior|graduate|new grad|trainee' },
  ],
});
