/** The fields of work, with their shares of all jobs and their words. `tools` and `areas` start with the most frequent. */

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {number} share
 * @property {string[]} roles
 * @property {string[]} areas appear in titles too
 * @property {string[]} tools
 * @property {string[]} objects what the work is about
 * @property {number} pay the mean salary in dollars per year
 */

/**
 * @param {string} name
 * @param {number} share
 * @param {number} pay
 * @param {Record<'roles' | 'areas' | 'tools' | 'objects', string>} lists separated by commas
 * @returns {Field}
 */
function field(name, share, pay, lists) {
  const list = (/** @type {string} */ text) => text.split(',').map((word) => word.trim());
  return {
    name,
    share,
    pay,
    roles: list(lists.roles),
    areas: list(lists.areas),
    tools: list(lists.tools),
    objects: list(lists.objects),
  };
}

export const FIELDS = [
  field('software', 24, 165_000, {
    roles:
      'Software Engineer, Backend Engineer, Full Stack Engineer, Frontend Engineer, Mobile Engineer, Software Developer, QA Engineer, Engineering Manager, Web Developer, Android Engineer, iOS Engineer, Embedded Engineer, Compiler Engineer, Game Developer',
    areas:
      'Platform, Payments, Growth, Infrastructure, Search, Identity, Core Product, Integrations, Developer Experience, Checkout, Messaging, Notifications, Billing, Editor, Realtime',
    tools:
      'Python, TypeScript, React, SQL, Go, Java, Node.js, PostgreSQL, GraphQL, Docker, Kubernetes, AWS, Rust, Redis, Kotlin, Swift, Ruby, C++, Kafka, Django, Next.js, Rails, Elixir, Vue, MongoDB, Scala, PHP, gRPC, Flutter, Svelte, Haskell, Clojure, Erlang, Zig, OCaml, WebAssembly, Prolog, Fortran, COBOL',
    objects:
      'APIs, code, services, backend systems, user interfaces, microservices, databases, test suites, libraries, mobile apps, event streams, web applications, caches, build systems, deployments, queues, data models, type systems, concurrency bugs, memory leaks',
  }),
  field('infrastructure', 8, 170_000, {
    roles:
      'Site Reliability Engineer, DevOps Engineer, Platform Engineer, Security Engineer, Cloud Architect, Network Engineer, Systems Administrator, Database Administrator',
    areas:
      'Cloud, Production, Observability, Networking, Storage, Compute, Detection, Edge, Datacenter',
    tools:
      'Kubernetes, AWS, Terraform, Linux, Docker, Prometheus, Grafana, Azure, GCP, Ansible, Helm, Datadog, Jenkins, Bash, Splunk, Vault, Envoy, Cilium, Istio, Ceph, Nginx, Wireshark, Puppet, OpenStack, NixOS, FreeBSD, DTrace',
    objects:
      'clusters, infrastructure, deployments, incidents, on-call rotations, networks, firewalls, alerts, backups, service levels, containers, access controls, vulnerabilities, disaster recovery, load balancers, certificates, capacity plans',
  }),
  field('data', 10, 160_000, {
    roles:
      'Data Scientist, Data Engineer, Machine Learning Engineer, Data Analyst, Analytics Engineer, Research Scientist, AI Engineer, Applied Scientist, Statistician',
    areas:
      'Analytics, Machine Learning, Ranking, Forecasting, Vision, Language Models, Risk, Experimentation, Speech',
    tools:
      'Python, SQL, PyTorch, Spark, dbt, Snowflake, Airflow, TensorFlow, Looker, Tableau, BigQuery, Pandas, Databricks, R, scikit-learn, Kafka, Redshift, JAX, CUDA, MLflow, Flink, Julia, Stan, NumPy, DuckDB, Weka, SPSS, MATLAB',
    objects:
      'datasets, machine learning models, pipelines, dashboards, experiments, metrics, embeddings, training runs, predictions, data warehouses, agents, statistical methods, large language models, labels, anomalies, causal inference, recommender systems',
  }),
  field('product', 8, 150_000, {
    roles:
      'Product Manager, Product Designer, UX Researcher, Program Manager, Technical Program Manager, Brand Designer, Product Owner, UX Writer, Motion Designer, Illustrator',
    areas:
      'Growth, Enterprise, Mobile, Consumer, Onboarding, Design Systems, Marketplace, Monetization, Trust',
    tools:
      'Figma, Jira, SQL, Amplitude, Notion, Miro, Mixpanel, Sketch, Linear, Confluence, Photoshop, Webflow, Illustrator, Framer, Blender, Maze, Dovetail, After Effects, Cinema 4D',
    objects:
      'roadmaps, user research, prototypes, wireframes, design systems, user interviews, product strategy, mockups, launches, usability tests, feedback, personas, typography, icons, storyboards, accessibility',
  }),
  field('sales', 15, 120_000, {
    roles:
      'Account Executive, Sales Development Representative, Account Manager, Sales Manager, Solutions Engineer, Business Development Manager, Partnerships Manager, Sales Director, Sales Engineer, Inside Sales Representative',
    areas:
      'Enterprise, Mid-Market, EMEA, SMB, Strategic Accounts, North America, APAC, Public Sector, LATAM, Nordics, Benelux',
    tools:
      'Salesforce, HubSpot, Outreach, Gong, Excel, LinkedIn Navigator, ZoomInfo, Apollo, Clari, PowerPoint, Pipedrive, Salesloft, Zoho, Freshsales, Copper',
    objects:
      'revenue, pipeline, quotas, deals, prospects, outbound calls, demos, contracts, leads, forecasts, territories, negotiations, cold emails, objections, renewals, channel partners, pricing, tenders',
  }),
  field('marketing', 7, 105_000, {
    roles:
      'Marketing Manager, Content Strategist, Growth Marketer, Product Marketing Manager, Social Media Manager, Copywriter, Communications Manager, Event Manager, SEO Specialist, Editor',
    areas:
      'Brand, Lifecycle, Content, Demand Generation, Paid Media, Community, Field Marketing, Influencers',
    tools:
      'Google Analytics, HubSpot, SEO, Canva, Meta Ads, Marketo, WordPress, Mailchimp, Braze, TikTok, Semrush, Hootsuite, Premiere, Substack, Ahrefs, Klaviyo',
    objects:
      'campaigns, content, brand, newsletters, landing pages, audiences, social media, conversion, press releases, webinars, positioning, storytelling, paid channels, sponsorships, podcasts, editorial calendars',
  }),
  field('customers', 7, 85_000, {
    roles:
      'Customer Success Manager, Support Specialist, Customer Support Representative, Implementation Manager, Technical Support Engineer, Onboarding Specialist, Call Centre Agent',
    areas:
      'Enterprise, Scale, Technical, Tier 2, German Speaking, French Speaking, Spanish Speaking, Night Shift, Weekend',
    tools:
      'Zendesk, Intercom, Salesforce, Jira, Gainsight, Slack, Excel, Freshdesk, Loom, Genesys, ChurnZero, Twilio',
    objects:
      'tickets, onboarding, customer relationships, retention, renewals, escalations, help articles, satisfaction, training sessions, live chat, phone calls, adoption, churn, refunds, complaints',
  }),
  field('finance', 5, 125_000, {
    roles:
      'Accountant, Financial Analyst, Controller, Finance Manager, Risk Analyst, Auditor, Treasury Analyst, Payroll Specialist, Actuary, Tax Manager, Underwriter, Quantitative Trader',
    areas:
      'Accounting, Corporate Finance, Strategic Finance, Compliance, Trading, Credit, Procurement, Insurance',
    tools:
      'Excel, NetSuite, SAP, QuickBooks, SQL, Xero, Bloomberg, Workday, Power BI, Anaplan, Hyperion, Sage, DATEV',
    objects:
      'budgets, forecasts, month-end close, invoices, financial statements, audits, cash flow, reconciliations, tax returns, controls, payroll, derivatives, balance sheets, expense reports, ledgers, claims',
  }),
  field('people', 5, 100_000, {
    roles:
      'Recruiter, HR Manager, Talent Partner, People Operations Specialist, HR Business Partner, Office Manager, Executive Assistant, Compensation Analyst, Learning Consultant',
    areas:
      'Talent, People, Go-to-Market, Engineering Hiring, Workplace, Total Rewards, Early Careers',
    tools:
      'Workday, LinkedIn Recruiter, Greenhouse, Excel, BambooHR, Personio, Google Workspace, Rippling, Lattice, Deel, Gusto',
    objects:
      'hiring, interviews, onboarding, performance reviews, compensation, benefits, employee relations, payroll, engagement surveys, culture, diversity, offers, visas, workshops, calendars, grievances',
  }),
  field('legal', 3, 155_000, {
    roles:
      'Legal Counsel, Compliance Officer, Paralegal, Privacy Counsel, Contracts Manager, Policy Analyst, Notary, Patent Attorney',
    areas:
      'Commercial, Privacy, Regulatory, Employment, Litigation, Intellectual Property, Public Policy',
    tools:
      'DocuSign, Ironclad, GDPR, Westlaw, OneTrust, LexisNexis, Relativity, HIPAA, SOX, eDiscovery',
    objects:
      'contracts, regulations, compliance, policies, privacy, negotiations, audits, licences, disputes, sanctions, data protection, due diligence, filings, anti-money laundering, depositions, arbitration',
  }),
  field('operations', 7, 80_000, {
    roles:
      'Operations Manager, Supply Chain Analyst, Warehouse Associate, Logistics Coordinator, Delivery Driver, Procurement Manager, Forklift Operator, Chief of Staff, Dispatcher, Customs Broker',
    areas:
      'Fulfilment, Last Mile, Planning, Fleet, Strategy, Inventory, Cold Chain, Returns, Import',
    tools:
      'Excel, SAP, SQL, Oracle, Tableau, Airtable, Six Sigma, Lean, WMS, Coupa, Kanban, Manhattan, Blue Yonder',
    objects:
      'logistics, suppliers, inventory, shipments, vendors, warehouses, delivery routes, safety checks, demand plans, costs, freight, pallets, stocktaking, customs declarations, packaging, driving licences',
  }),
  field('hardware', 6, 135_000, {
    roles:
      'Mechanical Engineer, Electrical Engineer, Manufacturing Engineer, Hardware Engineer, Firmware Engineer, Robotics Engineer, Technician, Machinist, Welder, Civil Engineer, Field Service Engineer, Architect',
    areas:
      'Manufacturing, Power Electronics, Avionics, Propulsion, Battery, Test, Assembly, Optics, Silicon, Structures',
    tools:
      'SolidWorks, Python, CAD, MATLAB, C++, AutoCAD, FPGA, Altium, PLC, Verilog, LabVIEW, ROS, Ansys, CATIA, Simulink, Revit, VHDL, SPICE, Modbus, KiCad',
    objects:
      'prototypes, circuits, assemblies, sensors, production lines, drawings, test rigs, tolerances, motors, robots, batteries, wiring, printed circuit boards, actuators, turbines, tooling, vibration tests',
  }),
  field('health', 6, 90_000, {
    roles:
      'Registered Nurse, Physician, Medical Assistant, Clinical Research Associate, Therapist, Pharmacist, Care Coordinator, Laboratory Technician, Dentist, Veterinarian, Midwife, Radiographer, Paramedic',
    areas:
      'Emergency, Primary Care, Oncology, Telehealth, Pediatrics, Mental Health, Surgery, Cardiology, Geriatrics, Dermatology',
    tools:
      'Epic, CPR, HIPAA, Cerner, GCP, Excel, BLS, EMR, REDCap, PCR, ELISA, ICD-10, Triage, Phlebotomy, Ultrasound',
    objects:
      'patients, care plans, clinical trials, medical records, treatments, vaccinations, diagnoses, families, prescriptions, blood samples, wards, rehabilitation, surgery, infection control, wound care, palliative care',
  }),
  field('hospitality', 5, 48_000, {
    roles:
      'Store Manager, Chef, Barista, Sales Associate, Waiter, Hotel Receptionist, Kitchen Porter, Baker, Cashier, Housekeeper, Sommelier, Concierge, Butcher, Hairdresser',
    areas:
      'Flagship Store, Mall, Airport, Restaurant, Front Desk, Bakery, Night Shift, Banqueting, Spa',
    tools:
      'POS, Excel, Toast, Shopify, Opera, Square, HACCP, Lightspeed, Latte Art, Sous Vide, Micros',
    objects:
      'guests, shifts, stock, food safety, menus, cash registers, visual merchandising, kitchens, reservations, opening hours, breakfast, deliveries, cocktails, pastry, tasting menus, linen',
  }),
  field('education', 4, 72_000, {
    roles:
      'Teacher, Tutor, Lecturer, Instructional Designer, Curriculum Developer, Librarian, School Counselor, Nursery Assistant, Postdoctoral Researcher, Translator, Archivist, Museum Curator',
    areas:
      'Mathematics, Science, English, Early Years, Languages, Special Education, Physics, Music, Chemistry, History',
    tools:
      'Google Classroom, Canvas, Moodle, Excel, Zoom, Kahoot, Articulate, Blackboard, LaTeX, Montessori, Zotero, MARC',
    objects:
      'lessons, students, curricula, classrooms, exams, parents, learning materials, research papers, grades, school trips, libraries, homework, grant applications, peer review, manuscripts, exhibitions',
  }),
];
