import type { Search } from '../judgements.ts';
import { COMMA, ENGINEER, engineerOf, forField, forLevel, forRole } from './patterns.ts';

/** Searches for a job by its title. */
export const titles: Search[] = [
  // Software
  forRole('software engineer', `software ${ENGINEER}`, {
    also: `(back ?end|front ?end|full ?stack|platform|product|mobile|web|ios|android|go|rust|c\\+\\+|unity|game) (software )?${ENGINEER}|member of technical staff`,
    related:
      'software engineering|(ai|ml|machine learning|data|infrastructure|security|devops|site reliability) engineer',
    not: 'manager|director|recruiter|sales',
  }),
  forRole('software developer', `software ${ENGINEER}|developer`, {
    also: `(back ?end|front ?end|full ?stack|platform|product|mobile|web) (software )?${ENGINEER}`,
    not: 'manager|director|business developer|relations|advocate',
  }),
  forRole(
    'backend engineer',
    `${engineerOf('back ?end')}|(go|java|node) (back ?end )?${ENGINEER}`,
    {
      also: 'back ?end',
      related: `full ?stack (software |product )?${ENGINEER}|software ${ENGINEER}`,
      not: 'manager|director|head|back ?end of line',
    },
  ),
  forRole('full stack developer', engineerOf('full ?stack'), {
    also: 'full ?stack',
    related: `software ${ENGINEER}|product ${ENGINEER}`,
    not: 'manager|director',
  }),
  forRole('mobile developer', engineerOf('mobile|ios|android|react native'), {
    also: '(mobile|ios|android|react native)',
    not: 'manager|designer|growth|analyst|marketing|payments?|head|researcher',
  }),
  forRole('ios developer', engineerOf('ios'), {
    also: 'ios',
    related: `(mobile|react native|android) ${ENGINEER}|mobile`,
    not: 'designer|marketing|head|researcher',
  }),
  forRole('android engineer', engineerOf('android'), {
    also: 'android',
    related: `mobile ${ENGINEER}|react native`,
    not: 'designer|marketing|head',
  }),
  forRole('platform engineer', engineerOf('platform'), {
    also: '(data|cloud|infrastructure) platform engineer|devops engineer|platform (software )?engineer',
    related:
      'infrastructure engineer|site reliability engineer|engineering.*platform|platform.*engineering',
  }),
  forRole('infrastructure engineer', engineerOf('infrastructure'), {
    also: 'infrastructure|platform engineer|devops engineer|site reliability engineer',
    related: 'cloud engineer|network engineer',
    not: 'sales|manager|director|counsel|designer',
  }),
  forRole('devops engineer', 'devops engineer|dev ops', {
    also: 'site reliability|platform engineer|infrastructure engineer|cloud engineer',
    related: 'infrastructure|cloud',
    not: 'sales|manager|director|solutions?|counsel|marketing',
  }),
  forRole('site reliability engineer', 'site reliability engineer|sre', {
    also: 'reliability engineer',
    related: 'devops|infrastructure engineer|platform engineer',
  }),
  forRole('embedded software engineer', `embedded (software )?${ENGINEER}|firmware ${ENGINEER}`, {
    also: 'embedded|firmware',
    related: 'electrical engineer|hardware engineer',
  }),
  forRole(
    'security engineer',
    '(product |application |cloud |information )?security (software )?engineer',
    {
      also: `security engineering|engineer${COMMA}.*security|security (architect|analyst|specialist)`,
      related: 'security|identity|iam',
      not: 'social security|guard|sales|counsel',
    },
  ),
  forRole('solutions engineer', 'solutions? engineer', {
    also: 'sales engineer|solutions? architect|solutions engineering',
    related: 'solutions?|forward deployed engineer',
    not: 'director|vp|account',
  }),
  forRole('sales engineer', 'sales engineer', {
    also: 'solutions? (engineer|architect)|pre-sales|sales engineering',
    related: 'forward deployed engineer|technical account manager',
  }),
  forRole('solution architect', 'solutions? architect', {
    also: 'solutions? engineer',
    related: '(technical|enterprise|security|cloud|data|infrastructure|ai) architect',
  }),
  forRole('forward deployed engineer', 'forward deployed (software )?engineer', {
    also: 'forward deployed|deployed engineer',
    related: 'deployment strategist|solutions? engineer|implementation engineer',
  }),
  forRole('founding engineer', `founding (\\p{L}+ )?(software )?${ENGINEER}`, {
    also: 'founding .*engineer',
    related: 'founding',
    not: 'designer|gtm|account',
  }),
  forRole('product engineer', 'product (software )?engineer', {
    also: `engineer${COMMA}product(?! (security|manager))`,
    related: 'full ?stack (software )?engineer|product',
    not: 'manager|marketing|designer|security|analyst|support|operations',
  }),
  forRole('member of technical staff', 'member of technical staff|mts', {
    related: 'research engineer',
  }),
  forRole('network engineer', 'network engineer', {
    also: 'networking',
    related: 'network',
    not: 'sales|payments|ads?|analyst|scientist|business',
  }),
  forRole('hardware engineer', '(hpc )?hardware (\\p{L}+ )?engineer', {
    also: 'hardware',
    related: '(electrical|mechanical|circuit|embedded) (\\p{L}+ )?engineer',
  }),
  forRole('mechanical engineer', 'mechanical (\\p{L}+ )?engineer', {
    also: 'mechanical',
    related: 'piping|hardware engineer',
  }),
  forRole('electrical engineer', 'electrical (\\p{L}+ )?engineer', {
    also: 'electrical',
    related: 'electronics|circuit|hardware engineer',
    not: 'ceo|partner|contracting',
  }),
  forRole('process engineer', 'process (development |control )?engineer', {
    also: 'process .*engineer',
    not: 'intern',
  }),
  forRole('support engineer', '(technical |customer |hpc |product )?support engineer', {
    also: 'support engineering|engineer.*support',
    related: 'technical support|product support|help ?desk|support specialist',
  }),
  forRole(
    'engineering manager',
    '(software )?engineering manager|manager,? (software )?engineering|tech(nical)? lead manager',
    {
      also: 'engineering.*manager|manager.*engineering',
      related:
        '(director|head|vp) of engineering|director,? (\\p{L}+ )?engineering|engineering lead|tech(nical)? lead',
      not: 'product manager|program manager|sales engineering|solutions engineering|piping',
    },
  ),
  forRole('head of engineering', 'head of (\\p{L}+ )?engineering', {
    also: '(director|vp|vice president)( of|,) (\\p{L}+ )?engineering|cto|head of back ?end',
    related: 'engineering manager|engineering lead|director.*engineering',
    not: 'gtm|sales|solutions',
  }),
  forRole('tech lead', '(tech|technical|technology) lead|lead (software )?(engineer|developer)', {
    also: 'team lead.*engineer|engineering lead|(tech|technical) lead|lead (\\p{L}+ ){0,2}engineer|r ?& ?d team lead',
    related: 'staff (software )?engineer|engineering manager',
  }),
  forRole(
    'qa engineer',
    '(qa|quality assurance|software quality|test|test automation|quality) (automation )?(engineer|tester)|(sdet|qa)',
    {
      also: 'qa|quality assurance|test automation|tester',
      related: 'quality',
      not: 'vessel|data center',
    },
  ),
  forRole('game developer', `game (\\p{L}+ )?${ENGINEER}|unity (\\p{L}+ )?${ENGINEER}`, {
    also: 'unity|unreal|gameplay',
    related: 'game (designer|artist)|technical lead.*games?',
  }),
  // Data and research
  forRole('data scientist', 'data scientist', {
    also: 'data science',
    related: 'data analyst|machine learning engineer|applied (ai )?scientist|quantitative',
  }),
  forRole('data analyst', 'data analyst', {
    also: '(business intelligence|bi|analytics|product|fraud data|operations|marketing) analyst',
    related: 'analytics engineer|data scientist|data science',
    not: 'financial|legal',
  }),
  forRole(
    'data engineer',
    `data (infrastructure |platform |& ml platform )?engineer|engineer${COMMA}data( platform| infrastructure| engineering)?`,
    {
      also: 'data engineering|(etl|analytics) engineer|data (platform|infrastructure)',
      related: 'data architect|machine learning engineer',
      not: 'data cent(er|re)',
    },
  ),
  forRole('analytics engineer', 'analytics engineer', {
    also: 'software engineer, analytics|data engineer',
    related: 'analytics|data analyst',
  }),
  forRole('business analyst', 'business (operations |development |systems )?analyst', {
    also: 'business intelligence analyst|(operations|systems|process|product) analyst',
    related: 'analyst',
    not: 'credit|fraud|mortgage|kyc|aml|security|legal',
  }),
  forRole('machine learning engineer', '(machine learning|ml|ai/ml|ml/ai|ai) (\\p{L}+ )?engineer', {
    also: 'machine learning|ml|deep learning|applied ai',
    related: 'data scientist|ai (researcher|engineer|developer)|developer, ai|research scientist',
    not: 'manager|sales|account|counsel|marketing|tutor|operations|designer',
  }),
  forRole(
    'ai engineer',
    '(applied |generative )?ai (software |research |platform )?engineer|engineer,? (generative )?ai|(ai|genai) developer|developer, ai|agent software engineer',
    {
      also: '(machine learning|ml|llm) engineer|engineer.*(ai|llm)',
      related: 'ai (researcher|scientist)|machine learning|research engineer',
      not: 'manager|sales|account|tutor|marketing|solutions|recruiter|designer|vp',
    },
  ),
  forRole('research scientist', '(\\p{L}+ )?research scientist|ai researcher', {
    also: 'research scientist|(applied|ai) (ai )?scientist|researcher',
    related: 'research engineer|scientist',
    not: 'user|market',
  }),
  forRole('ux researcher', '(ux|user|design|user experience) researcher', {
    also: 'user research|ux research',
    related: 'ux|product designer',
    not: 'writer',
  }),
  forRole('quantitative developer', `(\\p{L}+ )?quantitative (software )?${ENGINEER}`, {
    also: 'quant|quantitative',
    related: `${ENGINEER}.*trading|trading.*${ENGINEER}|trader`,
  }),
  // Product and design
  forRole('product manager', 'product manager', {
    also: 'product management|pm in residence',
    related:
      'product (lead|owner|director|strategist)|(head|director) of product|director,? product',
    not: 'product marketing|design|analyst',
  }),
  forRole('technical product manager', 'technical product manager', {
    also: 'product manager.*(platform|infrastructure|api|developer|security|data|ai)',
    related: 'product manager|technical program manager',
  }),
  forRole('product owner', 'product owner', {
    also: 'product manager',
    related: 'product (lead|director|strategist)',
  }),
  forRole('head of product', 'head of product', {
    also: '(director|vp)( of|,) product',
    related: 'product (lead|director)|(group|principal|lead) product manager',
    not: 'marketing|design|security|operations',
  }),
  forRole('program manager', '(technical |general )?program manager', {
    also: 'program(me)? (manager|lead|director)',
    related: 'project manager|product operations',
  }),
  forRole('technical program manager', 'technical program manager|tpm', {
    also: 'program manager',
    related: 'technical project manager',
  }),
  forRole('project manager', '(\\p{L}+ )?project manager', {
    also: 'project (lead|coordinator|manager)|delivery manager',
    related: 'program manager|construction manager',
  }),
  forRole('product designer', 'product designer', {
    also: '(ui|ux|ui/ux) designer|design engineer',
    related: 'product design|(visual|brand|web|interaction) designer',
    not: 'hardware|electronic|cad|writer|recruiter|business partner',
  }),
  forRole('ux designer', '(ux|ui/ux|ux/ui|user experience) designer', {
    also: 'product designer|ui designer|interaction designer',
    related: 'ux researcher|product design',
  }),
  forRole('graphic designer', '(graphic|visual|brand|communication) designer', {
    also: 'marketing artist|motion designer|designer(?= *$)',
    related: '2d artist|creative',
    not: 'product|ux|game|level|sound|piping|cad|circuit',
  }),
  forRole('motion designer', 'motion (graphics )?designer', {
    also: 'animator|motion',
    related: 'video (artist|editor|creator)|graphic designer',
  }),
  forRole('game designer', 'game designer', {
    also: 'level designer|game design',
    related: 'game (developer|artist|director)',
  }),
  forRole('game artist', '(game|2d|3d|concept|vfx) artist', {
    also: 'artist|animator|art director',
    related: 'game designer',
  }),
  forRole('technical writer', 'technical writer|documentation (writer|engineer)', {
    also: 'technical content|ux writer',
    related: 'copywriter|content writer|writer',
  }),
  // Sales and customers
  forRole(
    'account executive',
    '((smb|mid-market|enterprise|strategic|commercial|regional) )?account executive',
    {
      related: 'account manager|sales (manager|executive|representative)|business development',
      not: 'accountant',
    },
  ),
  forRole(
    'enterprise account executive',
    `enterprise account executive|account executive${COMMA}enterprise`,
    {
      also: '(strategic|mid-enterprise|commercial|mid-market) account executive|account executive.*(enterprise|strategic)',
      related: 'account executive|enterprise sales',
    },
  ),
  forRole(
    'account manager',
    '((key|strategic|enterprise|technical|commercial|senior) )?account manager',
    {
      also: 'account management|client partner',
      related: 'customer success manager|account executive|partner manager',
      not: 'accounting',
    },
  ),
  forRole('key account manager', 'key account manager', {
    also: '(strategic|enterprise) account manager',
    related: 'account manager',
  }),
  forRole(
    'sales representative',
    '(inside |clinical |field )?sales (development )?rep(resentative)?',
    { related: 'account executive|store manager|sales specialist', also: 'inside sales' },
  ),
  forRole(
    'sales development representative',
    '(sales|business) development rep(resentative)?|sdr|bdr',
    {
      related: 'inside sales|sales representative|business development',
      also: 'sales development',
    },
  ),
  forRole('sales manager', '(district |regional |saas |national )?sales manager', {
    also: 'manager,? .*sales|sales (director|lead)|head of sales|regional director.*sales',
    related: 'account executive|store manager|sales enablement',
  }),
  forRole(
    'sales director',
    '(regional |national |enterprise )?sales director|director(,| of) (\\p{L}+ )?sales',
    {
      also: '(vp|vice president|head)( of|,) (\\p{L}+ )?sales|director.*sales|vp sales',
      related: 'sales manager|commercial director',
      not: 'engineering|enablement',
    },
  ),
  forRole('business development manager', 'business development (\\p{L}+ )?(manager|lead)', {
    also: 'business development|partnerships? manager',
    related: 'partnerships?|sales manager',
  }),
  forRole(
    'customer success manager',
    '((enterprise|strategic|smb|technical|senior) )?customer success manager',
    {
      also: 'customer success',
      related:
        'account manager|engagement manager|customer value manager|customer happiness|client success',
    },
  ),
  forRole(
    'customer support',
    'customer (support|care|service) (\\p{L}+ )?(representative|specialist|associate|agent|manager)?|customer support',
    {
      also: '(client|technical|user|product|patient) support|customer (care|service|happiness|experience)',
      related: 'help ?desk|user operations|support',
      not: 'engineer|enablement',
    },
  ),
  forRole('implementation manager', 'implementations? (manager|specialist|lead|consultant)', {
    also: 'implementation|onboarding (manager|specialist)',
    related: 'integration|customer success',
  }),
  forRole('engagement manager', '(\\p{L}+ )?engagement manager', {
    related: 'customer success manager|delivery manager',
  }),
  forRole('store manager', 'store manager', {
    also: 'assistant store manager',
    related: 'district (sales )?manager|retail|team lead',
  }),
  forRole(
    'partnerships manager',
    '(\\p{L}+ )?partnerships? (manager|lead|specialist)|partner manager',
    {
      also: 'partnerships?|partner manager',
      related: 'business development|partner (\\p{L}+ )?manager',
      not: 'business partner|ceo|president',
    },
  ),
  forField('revenue operations', 'revenue operations|revops', {
    also: 'sales operations|gtm operations',
    related: 'business operations|gtm',
  }),
  // Marketing and content
  forRole(
    'marketing manager',
    '((digital|performance|product|growth|brand|content|field|lifecycle|influencer|partner|social media|technical|demand generation) )?marketing manager',
    {
      also: 'marketing (lead|specialist|operations)|marketing.*manager|manager.*marketing',
      related: 'marketing',
    },
  ),
  forField('growth marketing', 'growth (marketing|marketer)|marketing & growth', {
    also: '(performance|lifecycle|digital) (marketing|marketer)|growth (manager|lead|operator|hacker)|head of growth|marketing.*growth',
    related: 'growth|marketing manager',
    not: 'engineer|account|sales|developer',
  }),
  forField('content marketing', 'content market(ing|er)', {
    also: 'content (strategist|manager|lead|creator|writer)|copywriter',
    related: 'content|social media|product marketing',
    not: 'engineer|analyst|officer',
  }),
  forRole('social media manager', '(\\p{L}+ )?social media (& community )?manager', {
    also: 'social media|community manager',
    related: 'content creator|influencer|community',
  }),
  forRole('copywriter', 'copywriter|copy writer', {
    also: 'content writer|writer',
    related: 'content market(er|ing)|ux writer',
    not: 'underwriter|at writer',
  }),
  forRole('community manager', 'community (\\p{L}+ )?manager', {
    also: 'community',
    related: 'social media',
    not: 'engineer',
  }),
  forRole('video editor', 'video editor', {
    also: 'video (artist|creator|content)|marketing video',
    related: 'motion designer|content creator|animator',
  }),
  forRole('developer advocate', 'developer (advocate|relations|evangelist)|devrel', {
    also: 'developer (advocate|relations|experience|marketing)',
    related: 'community manager|technical content',
  }),
  // Business functions
  forRole('accountant', '(\\p{L}+ )?accountant', {
    also: 'accounting (manager|specialist|analyst)|accountant|controller|bookkeeper',
    related: 'accounting|accounts (payable|receivable)|billing|tax',
    not: 'engineer|engineering|mechanical',
  }),
  forRole('financial analyst', '(\\p{L}+ )?financial analyst|(fp ?& ?a|finance) analyst', {
    also: 'fp&a|financial planning|strategic finance|finance (analyst|associate)',
    related: '(credit|business|investment|revenue) analyst|finance|treasury',
    not: 'counsel|financial services',
  }),
  forRole('finance manager', 'finance (manager|director|lead)|financial controller', {
    also: 'strategic finance|fp&a|accounting manager|(finance|treasury).*manager',
    related: 'finance|treasury|accounting',
    not: 'counsel',
  }),
  forRole('controller', '(financial |corporate |assistant )?controller', {
    also: 'accounting manager|head of accounting',
    related: 'accountant|finance',
  }),
  forField('payroll', 'payroll', { related: 'compensation|hr (generalist|operations)' }),
  forRole(
    'legal counsel',
    '(legal|commercial|corporate|product|litigation|privacy|employment|procurement|regulatory|general) counsel|counsel',
    { also: 'counsel|lawyer|attorney', related: 'legal|paralegal|contracts manager' },
  ),
  forField('paralegal', 'paralegal', {
    also: 'legal (assistant|staff|analyst|operations)',
    related: 'contracts (manager|specialist)|legal',
  }),
  forRole('compliance officer', '(\\p{L}+ )?compliance officer', {
    also: 'compliance (manager|analyst|specialist|lead|associate)|compliance|mlro',
    related: 'risk|aml|kyc|kyb|grc|regulatory',
    not: 'product manager|engineer',
  }),
  forRole(
    'fraud analyst',
    '(\\p{L}+ )?fraud (data |risk |strategy )?analyst|analyst,? fraud( strategy| risk)?',
    { also: 'fraud', related: 'risk analyst|aml|trust', not: 'product manager|product lead' },
  ),
  forRole('recruiter', '(\\p{L}+ )?recruiter', {
    also: 'recruiter|talent acquisition|sourcer|talent partner',
    related: 'recruiting|talent',
  }),
  forRole('hr manager', '(hr|human resources?|people) (operations )?manager', {
    also: '(hr|people|human resources?) (business partner|generalist|lead|operations|director|partner)|head of people',
    related: 'hr|people|talent',
  }),
  forField('people operations', 'people (strategy & )?operations|people ops', {
    also: '(hr|people) (business partner|generalist|manager|specialist|coordinator)|hr operations|head of people',
    related: 'hr|people|talent experience',
  }),
  forRole('executive assistant', '(senior )?executive (business )?assistant|ea to the ceo', {
    also: 'executive assistant|personal assistant',
    related: 'office (manager|coordinator)|assistant|chief of staff',
    not: 'teacher|professor',
  }),
  forRole(
    'office manager',
    'office (manager|coordinator|administrator)|workplace (experience )?manager',
    {
      also: 'workplace (experience|coordinator|manager)|office (manager|coordinator)',
      related: 'executive assistant|facilities manager',
    },
  ),
  forRole('operations manager', '(\\p{L}+ )?operations manager', {
    also: 'operations.*(manager|lead|director)|(manager|director|head).*operations',
    related: 'operations',
  }),
  forRole('chief of staff', 'chief of staff', {
    related: 'strategy & operations|business operations|founder’?s associate|executive assistant',
  }),
  forRole('general manager', 'general manager', {
    also: 'managing director|ceo|country manager',
    related: 'operations director|president',
  }),
  forField('procurement', 'procurement|(strategic|technical) sourcing', {
    also: 'sourcing|purchasing|buyer',
    related: 'supply chain|supplier',
    not: 'media|counsel',
  }),
  forField('supply chain', 'supply chain', {
    also: 'logistics|supply planner',
    related: 'procurement|sourcing|supplier|buyer',
    not: 'product marketing',
  }),
  forRole('it support', '(it|desktop) support( \\p{L}+)?|help ?desk( \\p{L}+)?|it administrator', {
    also: 'it operations|desktop support|help ?desk|it support|systems? administrator',
    related: 'it (manager|engineer|specialist)',
  }),
  forField('investor relations', 'investor relations', {
    related: 'corporate development|strategic finance',
  }),
  // Other fields
  forRole('nurse', '(registered |clinical )?(nurse|rn|lpn|lvn)( practitioner)?', {
    also: 'nurse|nursing|rn|lpn|lvn',
    related: 'patient care|clinical (outreach|support)|medical assistant|physician|counselor',
  }),
  forRole('therapist', '(\\p{L}+ )*therapist|licensed .*counselor', {
    also: 'therapist|counselor|psychologist',
    related: 'social worker|clinical|behavioral health',
  }),
  forRole('pharmacist', '(\\p{L}+ )?pharmacist', {
    also: 'pharmacy',
    related: 'prior authorization',
  }),
  forRole('physician', '(\\p{L}+ )*physician', {
    also: 'physician|doctor',
    related: 'nurse|counselor|therapist|medical director',
  }),
  forRole('teacher', '(\\p{L}+ )?teacher', {
    also: 'teacher|tutor|educator|instructor',
    related: 'school|education',
  }),
  forRole('geologist', '(\\p{L}+ )*geologist', {
    also: 'geolog',
    related: 'mine|metallurg(y|ist)|mining',
  }),
  forRole('construction manager', 'construction (\\p{L}+ )?manager', {
    also: 'construction',
    related: 'site manager|(technical|implementation) project manager|contracting',
  }),
  forRole('trader', '(\\p{L}+ )*trader', { also: 'trader', related: 'trading' }),
  forRole('investment associate', 'investments? (\\p{L}+ )?associate', {
    also: 'investments?',
    related: 'diligence|private equity|corporate development',
    not: 'compliance|engineer',
  }),
  forRole('lab technician', '(lab|laboratory|plant|pilot plant) technician', {
    also: 'technician',
    related: 'research associate|biolog',
    not: 'pharmacy',
  }),
  forRole('underwriter', '(mortgage |credit )?underwriter', {
    also: 'underwriting',
    related: 'credit (analyst|manager)|mortgage analyst',
  }),
  // Seniority
  forLevel(
    'senior product manager',
    'senior|sr\\.?',
    'product manager',
    'lead|principal|staff|group',
  ),
  forLevel(
    'staff software engineer',
    'staff',
    `software ${ENGINEER}|${engineerOf('back ?end|front ?end|full ?stack|platform|product')}|developer`,
    'principal',
  ),
  forLevel(
    'senior backend engineer',
    'senior|sr\\.?',
    `back ?end (software |product )?${ENGINEER}`,
    'staff|lead|principal',
  ),
  forLevel(
    'lead designer',
    'lead',
    '(product |ux |ui |ui/ux |game |motion )?designer',
    'principal|staff|senior',
  ),
  forLevel('principal product manager', 'principal|group', 'product manager', 'staff|lead'),
  {
    q: 'junior software engineer',
    rules: [
      {
        grade: 3,
        title: `(junior|jr\\.?|entry level|graduate|associate) (\\p{L}+ )?(software )?${ENGINEER}|software ${ENGINEER}.*(new grad|graduate|junior|campus)`,
      },
      { grade: 2, title: `software ${ENGINEER}.*intern|(junior|new grad).*${ENGINEER}` },
      {
        grade: 1,
        title: `software ${ENGINEER}`,
        not: 'senior|sr|staff|principal|lead|director|manager',
      },
    ],
  },
  forLevel('senior accountant', 'senior|sr\\.?', '(revenue |technical |staff )?accountant', 'lead'),
];
