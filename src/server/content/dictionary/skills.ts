/** Skills, tools and fields of knowledge, one group per line; see `parseSpellingGroups`. */
export const SKILLS = `
# Programming languages
JavaScript = js = java script = ecmascript
TypeScript = ~TS = type script
Python = python3 = ~py
golang = ~Go = go language = go lang
Java
C++ = cpp = cplusplus = c plus plus
C# = csharp = c sharp
F# = fsharp = f sharp
c language = ~C = c programming = embedded c = ansi c
.NET = dotnet = dot net = .net core = .net framework
Visual Basic = vb = vb.net = vba
Objective-C = objectivec = ~ObjC
swift language = ~Swift = swift programming
SwiftUI = swift ui
Kotlin
Kotlin Multiplatform = kmp
Scala
Rust = rustlang
Ruby
Ruby on Rails = rubyonrails = ~Rails = ~RoR
PHP
Perl
Haskell
Elixir
Erlang
Clojure
OCaml
julia language = ~Julia
zig language = ~Zig
Lua
dart language = ~Dart
r programming = rstats = ~R = r studio = rstudio = r language
MATLAB
COBOL
Fortran
Solidity
Assembly language = assembler = ~assembly
Bash = shell scripting = shell script = shell scripts
PowerShell = power shell
structured query language = SQL
PL/SQL = plsql
T-SQL = tsql = transact sql
GraphQL = graph ql
SPARQL
HTML = html5
CSS = css3
Sass = scss
WebAssembly = wasm
YAML
JSON
XML
Regular expressions = regex = regexp
# Web
Node.js = nodejs = node js = ~Node
React = react.js = reactjs = react js
Next.js = nextjs = next js
remix framework = ~Remix
Vue = vue.js = vuejs = vue js
Nuxt = nuxt.js = nuxtjs
Angular = angular.js = angularjs
NgRx
RxJS
Svelte
SvelteKit = svelte kit
Ember.js = emberjs = ~Ember
Backbone.js = backbonejs
Redux
React Query = tanstack query
Express.js = expressjs = express js = ~Express
NestJS = nest.js = nest js
Fastify
Deno
Three.js = threejs = three js
WebGL = web gl
WebGPU
WebRTC
D3 = d3.js = d3js
jQuery = j query
Tailwind = tailwindcss = tailwind css
Bootstrap framework = ~Bootstrap
Webpack
Vite
Storybook
Web components
Progressive web apps = progressive web app = pwa
Single-page applications = single page application = ~SPA
Micro frontends = micro frontend = microfrontends
electron framework = ~Electron = electron.js
REST API = restful api = restful = rest apis = ~REST = restful services
gRPC = g rpc
WebSockets = websocket
Webhooks = webhook
tRPC
Protocol Buffers = protobuf
OpenAPI = swagger
HTTP = https
Authentication = authorization = authentication protocols
OAuth = oauth2 = oauth 2.0
OpenID Connect = open id connect = oidc
SAML = saml 2.0
Django
flask framework = ~Flask
FastAPI = fast api
celery framework = ~Celery
Spring Boot = springboot = spring framework = ~Spring
Hibernate = ~JPA
ASP.NET = asp.net core = aspnet core
Laravel
Symfony
prisma orm = ~Prisma
SQLAlchemy
Drizzle ORM
Headless commerce
Content management system = CMS = content management systems
WordPress = word press
Drupal
Contentful
Strapi
sanity cms = ~Sanity
Webflow = web flow
Framer
Shopify
liquid templates = ~Liquid = shopify liquid
Magento = adobe commerce
WooCommerce
BigCommerce = big commerce
hydrogen framework = ~Hydrogen
Web development = web application development
Web performance
Web scraping
# Mobile
iOS = ios development
Android = android development
React Native = reactnative
Flutter
expo framework = ~Expo
Xcode
Jetpack Compose
Mobile development = mobile app development = mobile apps development
# Quality and testing
Quality assurance = qa = qualitätssicherung = assurance qualité
Test automation = automated testing = automated tests = automation testing
Unit testing = unit tests = unit test
Integration testing = integration tests
End-to-end testing = e2e testing = end to end tests
Regression testing
Manual testing
Test planning = test plan = test plans = test cases
Test-driven development = tdd
Playwright
Puppeteer
Selenium
cypress testing = ~Cypress = cypress.io
jest testing = ~Jest
pytest
JUnit
Appium
Postman
JMeter
Load testing = performance testing
A/B testing = ab testing = split testing = a/b tests = a/b test
# Software engineering
Object-oriented programming = oop = object oriented design
Functional programming
Domain-driven design = ddd
Design patterns
Data structures
Algorithms = algorithm design
System design = systems design
Software architecture = system architecture
Microservices = micro services = microservice
Distributed systems = distributed computing = distributed system
Event-driven architecture = event driven systems = event driven architectures
Message queues = message queue = message broker
Concurrency = concurrent programming = multithreading = multi threading
Low latency = low latency systems
Memory management
Compilers = compiler
Operating system internals = ~operating system = ~OS = os kernel
Computer networks = computer networking = network protocols
TCP/IP = tcp
application programming interface = APIs = api
API design
API integration = api integrations = system integrations = system integration = systems integration
software development kit = SDK
peer to peer networks = P2P = peer to peer protocols
Code review = code reviews
Pair programming
Git = version control
GitHub = git hub
GitLab = git lab
Bitbucket
Agile methodologies = agile development = agile methodology = ~Agile = agile environment
Scrum
Kanban
Software development life cycle = SDLC = software development lifecycle
Open source = open source software
Feature flags = feature flagging = feature flag = launchdarkly
Debugging
Technical documentation
Technical writing
Low-code = no code = nocode
Localization = l10n = localisation
Internationalization = i18n = internationalisation
Web accessibility = ~accessibility = a11y = WCAG = web content accessibility guidelines = accessibility standards
# Data
PostgreSQL = postgres = postgre sql = psql = ~PG = postgresdb = aurora postgres
MySQL = my sql
MariaDB
Microsoft SQL Server = mssql = ms sql = sql server
Oracle Database = oracle db = ~Oracle
SQLite
NoSQL = no sql
Relational databases = relational database = rdbms = relational database design
Database design = data base design = schema design
MongoDB = mongo = mongo db
Redis
Cassandra
ScyllaDB
CockroachDB
Cloud Spanner = google spanner = ~Spanner
Neo4j
Graph databases = graph database
Vector databases = vector database = vector store = vector search
Pinecone = pinecone db
pgvector
Elasticsearch = elastic search = ~Elastic
OpenSearch = open search
Apache Solr = solr
ClickHouse = click house
DuckDB = duck db
DynamoDB = dynamo db
BigQuery = big query
Redshift = amazon redshift
Amazon Athena = ~Athena
Snowflake
Databricks = data bricks
Azure Synapse = synapse analytics
Delta Lake
Apache Iceberg = ~Iceberg
Apache Spark = pyspark = ~Spark
Apache Kafka = kafka
Confluent
RabbitMQ = rabbit mq
Apache Pulsar
Amazon Kinesis = ~Kinesis
Apache Airflow = airflow
Temporal.io = ~Temporal
Dagster
prefect orchestration = ~Prefect
Apache Flink = flink
Apache Beam
Hadoop = hdfs
Apache Hive = ~Hive
Trino = prestodb = ~Presto
dbt = data build tool
Fivetran
Airbyte
extract transform load = ETL = elt = etl pipelines
Reverse ETL = hightouch
Data pipelines = data pipeline
Data engineering
Data integration
Data migration = data migrations
Stream processing = streaming data
Batch processing
Big data = bigdata
Data warehouse = datawarehouse = data warehousing = dwh
Data lake = data lakes = lakehouse
Data modeling = data modelling = data models
Data governance
Semantic layer = semantic model
Data quality
Data mining
Master data management
Data privacy = privacy law = data protection = ~privacy
Pandas
NumPy
SciPy
Jupyter = jupyter notebook
Data analysis = data analytics
Data science
Data visualization = data visualisation = dataviz
business intelligence = ~BI
Tableau
Power BI = powerbi = microsoft power bi
Looker = looker studio = lookml
Metabase
Apache Superset = ~Superset
Mode analytics
Hex notebooks
Sigma Computing
Google Analytics = ga4
Amplitude
Mixpanel
PostHog
segment cdp = ~Segment = twilio segment
Heap analytics
Customer data platform = cdp
Product analytics
Statistics = statistical analysis = statistical modeling = statistical modelling
Hypothesis testing
Design of experiments = ~DOE = experiment design = experimental design
Causal inference
Time series = time series analysis
Econometrics
Operations research
Mathematical optimization = linear programming
SAS programming = ~SAS
SPSS
Stata
microsoft excel = ~Excel = ms excel = advanced excel = excel skills = in excel = using excel = with excel = excel modeling
Google Sheets = gsheets
Spreadsheets = spreadsheet
Google Slides
PowerPoint = microsoft powerpoint = power point
# Machine learning
Machine learning = ml = maschinelles lernen = apprentissage automatique = aprendizaje automático = 機械学習
Deep learning = deeplearning
Neural networks = neural network
Large language models = large language model = LLM = llms
Generative AI = genai = gen ai
AI agents = ai agent = agentic ai = agentic systems = agentic workflows
Model Context Protocol = ~MCP = mcp server
Retrieval-augmented generation = ~RAG
Prompt engineering = prompting
Fine-tuning = finetuning
Model evaluation = evals
Natural language processing = NLP
Information retrieval
Semantic search
Knowledge graphs = knowledge graph
RDF
vector embeddings = text embeddings = embedding models = ~Embeddings
Transformers = transformer models
Diffusion models = diffusion model = stable diffusion
Computer vision = ~CV
Speech recognition = ~ASR = speech to text
Text to speech = ~TTS
Conversational AI = chatbots = chatbot
Recommender systems = recommendation systems = recommendation engine
Reinforcement learning = ~RL
reinforcement learning from human feedback = RLHF
PyTorch = py torch
TensorFlow = tensor flow
Keras
JAX
scikit-learn = sklearn
XGBoost
LightGBM
Spark ML = mllib
Predictive modeling = predictive modelling = predictive models = predictive analytics
Regression analysis = regression models
Hugging Face = huggingface
OpenAI = open ai = openai api
Anthropic API = claude api
Claude = claude code
ChatGPT = ~GPT
GitHub Copilot = ~Copilot
cursor editor = ~Cursor
LangChain = lang chain
LangGraph
LlamaIndex = llama index
crewAI = crew ai
vLLM
ray framework = ~Ray
ONNX
TensorRT
MLflow = ml flow
Kubeflow
Weights & Biases = wandb
Amazon SageMaker = sagemaker
Vertex AI
Amazon Bedrock = aws bedrock = ~Bedrock
machine learning operations = MLOps
Data labeling = data annotation = data labelling
Optical character recognition = OCR
Graphics processing units = graphics processing unit = GPU = gpus
CUDA
NCCL
High-performance computing = HPC
InfiniBand
Model training
Inference optimization = model inference = model serving
# Cloud and infrastructure
Kubernetes = k8s = kube
Docker
Containerization = containers = containerisation = container orchestration
Helm charts = ~Helm = helm chart
amazon web services = AWS
Google Cloud Platform = GCP = google cloud
Microsoft Azure = azure
Azure DevOps
AWS Lambda = ~Lambda
elastic container service = ~ECS
elastic kubernetes service = EKS
google kubernetes engine = GKE
azure kubernetes service = AKS
elastic compute cloud = EC2
Amazon S3 = ~S3
Cloud infrastructure
Cloud native = cloud native computing
Serverless = server less
Edge computing
Infrastructure as code = IaC = infra as code
Terraform = opentofu
Pulumi
CloudFormation = cloud formation
Ansible
chef automation = ~Chef
puppet automation = ~Puppet
SaltStack
Configuration management
Continuous integration = CI/CD = cicd = continuous delivery = continuous deployment
GitOps
Jenkins
CircleCI = circle ci
GitHub Actions = gh actions
GitLab CI = gitlab ci/cd
Buildkite
Bazel
Argo CD = argocd
development operations = DevOps = dev ops
development security operations = DevSecOps
Platform engineering
Site reliability engineering
service level objectives = SLO = slos = service level objective = SLI
Observability
Monitoring and alerting = alerting
Incident management = incident response
Capacity planning
Disaster recovery
OpenTelemetry = otel = open telemetry
Prometheus
Grafana
Datadog = data dog
New Relic
Splunk
Sentry = sentry.io
PagerDuty = pager duty
ELK stack = logstash = kibana
Linux = gnu/linux
Linux kernel
Unix
Ubuntu
Red Hat = rhel = red hat enterprise linux
macOS = mac os = os x
Windows Server
Virtualization = virtual machine = ~VM = virtual machines = virtualisation
VMware
Hypervisors = hypervisor = kvm
Load balancing = load balancer
Nginx
envoy proxy = ~Envoy
Istio = service mesh
Cloudflare
Vercel = vercel ai sdk
Netlify
Heroku
Firebase
Supabase
Software-defined networking = SDN
BGP
DNS
VPN = virtual private network
SSH
Data center operations = data center = data centre = datacenter
Mainframe
# Security
cyber security = Cybersecurity = it sicherheit = cybersécurité
information security = InfoSec
application security = AppSec
Product security = prodsec
Cloud security
Network security
Penetration testing = pentesting = pen testing = penetration tests
Threat modeling = threat modelling
Threat hunting
Threat intelligence
Vulnerability management = vulnerability assessment
Digital forensics
Reverse engineering
Malware analysis
Red teaming = red team
Cryptography
Public key infrastructure = PKI
Key management
Secrets management
Zero trust = zerotrust
Single sign-on = SSO
Identity and access management = IAM
role based access control = RBAC = role based access
Okta
Microsoft Entra ID = azure ad = azure active directory = entra id
Active Directory
security information and event management = SIEM
endpoint detection and response = EDR
Mobile device management = MDM
Jamf
Intune
CrowdStrike
NIST
SOC 2 = soc2 = soc ii
ISO 27001 = iso27001
FedRAMP
HITRUST
TISAX
CISSP
Security clearance = ts/sci = secret clearance = top secret = top secret clearance
# Blockchain
Blockchain
Web3 = web 3 = web 3.0
Cryptocurrency = crypto = kryptowährung = digital assets
Bitcoin
Ethereum
Solana
Solana Virtual Machine = SVM
anchor framework = ~Anchor
Ethereum Virtual Machine = EVM
Smart contracts = smart contract
Decentralized finance = DeFi = decentralised finance
Non-fungible tokens = NFT = nfts = non fungible token
Zero-knowledge proofs = zero knowledge proof = zk proofs = zk snarks
Formal verification
Tokenomics
Market making = market maker
# Hardware, engineering and science
Embedded systems = embedded software = embedded linux
Firmware
Microcontrollers = microcontroller = mcu
STM32
Real-time operating system = RTOS = real time operating systems = freertos
Internet of Things = IoT
FPGA = field programmable gate array
ASIC = application specific integrated circuit
Verilog
VHDL
SystemVerilog = system verilog
PCB design = PCB = printed circuit board
Circuit design = analog design = digital circuits
Power electronics
KiCad
Altium = altium designer
Signal processing = dsp
RF engineering = ~RF
Robotics
ROS 2 = ros2 = ~ROS = robot operating system
Lidar
simultaneous localization and mapping = SLAM
Sensor fusion
Motion planning = path planning
Control systems = control theory
Autonomous systems = autonomous vehicles
Computer-aided design = ~CAD = cad software = cad models = 3d cad
SolidWorks = solid works
Onshape
AutoCAD = auto cad
Creo
CATIA
Autodesk Revit = revit
Fusion 360
Ansys
Finite element analysis = fea
Computational fluid dynamics = cfd
GD&T = geometric dimensioning and tolerancing
Mechanical design = mechanical engineering
Electrical engineering
Industrial design
Materials science
Optics = optical engineering
3D printing = additive manufacturing
CNC = cnc machining
Machining
Welding
Soldering
Injection molding
Sheet metal
Semiconductors = semiconductor = semiconductor processing = semiconductor fabrication
Photolithography = lithography
Thin films = thin film deposition = physical vapor deposition = chemical vapor deposition = ~CVD = ~PVD
Cleanroom = clean room
Scanning electron microscopy = ~SEM = scanning electron microscope
Simulation = simulations
programmable logic controller = PLC
SCADA
LabVIEW
LIMS = laboratory information management system
Process engineering
Manufacturing = manufacturing processes
Lean manufacturing = lean production
Six Sigma = lean six sigma
ISO 9001
ISO 13485
Good manufacturing practice = GMP = cgmp
Failure analysis = root cause analysis
Product lifecycle management = ~PLM = plm systems = plm system
Bill of materials = ~BOM = boms
Battery technology = battery systems = lithium ion batteries = battery cells
Geographic information systems = GIS = geospatial = geospatial data
Remote sensing
Chemistry
Physics
Linear algebra
CRISPR
PCR
Flow cytometry
Mass spectrometry
Bioinformatics
Genomics
Proteomics
Molecular biology
Cell culture
Next-generation sequencing = ngs
Clinical trials = clinical trial = clinical research
Good clinical practice = gcp compliance
Biostatistics
Epidemiology
Pharmacology
Regulatory affairs
# Health and care
Electronic health records = electronic health record = EHR = ~EMR = electronic medical record
HL7 = fhir
HIPAA = health insurance portability and accountability act
Medical coding = icd-10
Medical billing
Revenue cycle management = ~RCM
Prior authorization
Telehealth = telemedicine
Psychotherapy
Cognitive behavioral therapy = cbt = cognitive behavioural therapy
Family-based treatment = ~FBT
Dialectical behavior therapy = dialectical behavioral therapy
Eating disorder treatment = eating disorders
Case management
Care coordination
Patient care
Nutrition counseling
Phlebotomy
First aid = cpr
# Finance and accounting
Financial modeling = financial modelling = financial models
Financial analysis
Financial reporting
financial planning and analysis = FP&A = fpa = fp and a
Budgeting = budget management
Expense management
Cost accounting
Investment banking
Portfolio management
Asset management
Wealth management
Insurance claims = claims processing
Lending = loan origination
Pricing strategy
Billing = invoicing
ramp expenses = ~Ramp
Forecasting = sales forecasting
Bookkeeping
Reconciliation = reconciliations = account reconciliation
Month-end close = monthly close
Revenue recognition
Journal entries
ASC 606
Technical accounting
generally accepted accounting principles = GAAP = us gaap
international financial reporting standards = IFRS
sarbanes oxley = SOX
Internal controls = internal control
Internal audit = internal audits
External audit = external audits
certified public accountant = ~CPA = cpa license
Chartered Financial Analyst = ~CFA
accounts payable = kreditorenbuchhaltung = ~AP
accounts receivable = debitorenbuchhaltung = ~AR
Payroll
Tax compliance
Transfer pricing
Treasury = treasury management = cash management
Underwriting
Credit risk
Risk management = risk assessment = risk assessments = risk mitigation
Fraud detection = fraud prevention
Transaction monitoring
Identity verification
Sanctions screening
Rules engines = rules engine
Actuarial science
Derivatives
Fixed income
Trading operations = options trading
Algorithmic trading = algo trading
High-frequency trading = hft
Quantitative finance = quant trading = quantitative trading = quantitative research
Over-the-counter trading = ~OTC
Trade settlement = settlement = settlements
Private equity
Venture capital
mergers and acquisitions = M&A
Due diligence
foreign exchange = ~FX = forex
Point-of-sale systems = ~point of sale = ~POS = pos systems
Payment processing = payment systems = payment operations = payment platforms = payment infrastructure
Chargebacks = chargeback
Debt collection = debt recovery
Fintech
Mortgage servicing = mortgages = mortgage
PSD2
SEPA
MiFID II = mifid
Procurement = purchasing = einkauf = achats = compras
Strategic sourcing
# Law and compliance
general data protection regulation = GDPR = dsgvo = rgpd
CCPA
EU AI Act = ai act
Digital Operational Resilience Act = ~DORA
payment card industry = PCI DSS = ~PCI
know your customer = KYC
know your business = KYB
Anti-money laundering = AML
Governance, risk and compliance = GRC = governance risk and compliance
Regulatory compliance
Corporate governance
Contract negotiation = contract negotiations = negotiating contracts = negotiating commercial contracts = commercial contracts = commercial contracting
Contract management = contract lifecycle management = ~CLM
Intellectual property = ~IP
Employment law
Litigation
Legal research
Legal operations = legal ops
ironclad clm = ~Ironclad
LinkSquares
# Business systems
Salesforce = sfdc = sales force
HubSpot = hub spot
Microsoft Dynamics 365 = dynamics 365 = microsoft dynamics = d365
NetSuite = net suite = oracle netsuite
SAP
SAP S/4HANA = s/4 hana = s4hana = sap hana
QuickBooks = quick books
Xero
workday hcm = ~Workday
Propel PLM = ~Propel
customer relationship management = CRM
enterprise resource planning = ERP
Order management system = order management systems = ~OMS
Warehouse management = wms
Manhattan WMS
iPaaS
Celigo
MuleSoft
Workato
Zapier
n8n
Make.com
UiPath
Robotic process automation = rpa
ServiceNow = service now
Zendesk = zen desk
Amazon Connect
Intercom
Freshdesk
Gainsight
ChurnZero
catalyst cs = ~Catalyst
Marketo
Pardot
Klaviyo
Braze
Mailchimp
Iterable
Customer.io
Outreach.io = ~Outreach
Gong.io = ~Gong
Salesloft = sales loft
Apollo.io
ZoomInfo
LinkedIn Sales Navigator = sales navigator
Clay.com = ~Clay
greenhouse ats = ~Greenhouse
lever ats = ~Lever
ashby ats = ~Ashby
Applicant tracking systems = ~ATS = applicant tracking system
gem sourcing = ~Gem
Rippling
gusto payroll = ~Gusto
BambooHR = bamboo hr
DocuSign = docu sign
stripe payments = ~Stripe = stripe api = stripe integration
Twilio
Airtable
notion workspace = ~Notion
Asana
Trello
Monday.com
ClickUp
linear app = ~Linear
Jira = atlassian jira
Confluence
slack workspace = ~Slack = slack api
Discord
zoom meetings = ~Zoom
Loom
Miro
Lucidchart = lucid chart
CommonRoom = common room
Google Workspace = g suite = gsuite
Gmail
Google Calendar
Google Drive
Google Docs
Microsoft Office = ms office = office 365 = o365 = microsoft 365
SharePoint = share point
software as a service = SaaS
business to business = B2B
business to consumer = B2C
Direct to consumer = D2C = dtc
small and medium sized business = SMB = ~SME = small business
return on investment = ROI
key performance indicator = KPI = kpis
Objectives and key results = OKR = okrs
Net promoter score = NPS
Request for proposal = RFP
service level agreement = SLA
# Marketing and sales
search engine optimization = SEO = search engine optimisation
Search engine marketing = search ads = paid search
Generative engine optimization = ~GEO
pay per click = PPC
Conversion rate optimization = ~CRO = conversion optimization
Content marketing = content marketer
Content strategy
Content creation
Performance marketing = paid marketing
Growth marketing
Lifecycle marketing
Email marketing = email campaigns
Influencer marketing
Affiliate marketing
Partner marketing = co marketing
Product marketing
Customer marketing
Account-based marketing = abm
Event marketing = event management = event planning
Webinars = webinar
Community management = community building = community engagement
Lead generation
Demand generation
User acquisition
Retargeting
Media buying = paid media
Google Ads = adwords = google adwords
Meta Ads = facebook ads
Marketing automation
Brand strategy = brand management
Market research = market analysis
Campaign management
Marketing analytics = marketing attribution
Media relations = press relations
Editing = copy editing = copyediting
Competitive analysis = competitive intelligence
public relations = ~PR = öffentlichkeitsarbeit = relations publiques
Copywriting
Proofreading
Storytelling
Social media
TikTok = tik tok
YouTube = you tube
Instagram
linkedin recruiter = ~LinkedIn = linkedin ads
User-generated content = UGC
Product-led growth = plg
go to market = GTM
out of home = OOH
Fundraising
Cold calling = cold call = cold calls = cold outreach
Lead qualification = lead scoring
Pipeline management = sales pipeline management
Account planning = territory planning = territory management
Quota attainment
Objection handling
Contract renewals = renewals
Upselling = upsell = cross selling = cross sell
Sales coaching
Telemarketing
Direct sales = door to door sales
Field sales = outside sales
Prospecting = sales prospecting
Negotiation = negotiating
Solution selling = consultative selling = consultative sales = value selling = value based selling
Sales enablement
MEDDIC = meddpicc
Partnership development = channel sales = channel partners
Customer retention
Customer onboarding
Customer journey mapping = journey mapping = customer journey = customer journeys
Relationship management = client relationship management
# Product and design
user experience = UX
user interface = UI = ui design
User research
Usability testing
Wireframing = wireframes = wireframe
Prototyping = prototypes
Design systems = design system
Interaction design
Human-computer interaction
Information architecture
Visual design
Typography
Figma
sketch app = ~Sketch
Canva
Adobe Creative Suite = adobe creative cloud = adobe suite
Photoshop = adobe photoshop
Illustrator = adobe illustrator
InDesign = in design = adobe indesign
Lightroom
After Effects = aftereffects = adobe after effects
Premiere Pro = adobe premiere = adobe premiere pro = premiere
DaVinci Resolve
Final Cut Pro = final cut
Blender
Autodesk Maya = ~Maya
Houdini
Cinema 4D
ZBrush
Substance Painter
Photogrammetry
3D modeling = 3d modelling
Texturing
Illustration = illustrations
Concept art
Character design
Pixel art
Animation = 2d animation = 3d animation
Motion design = motion graphics
Video editing
Video production
Storyboarding
Voiceover = voice over
Sound design
Photography
Visual effects = VFX
Computer graphics
Shaders = shader
OpenGL = open gl
Vulkan
Unity = unity3d = unity 3d
Unreal Engine = ~Unreal = ue5
Godot
Game development
Game design
Level design
Live operations = liveops = live ops
Augmented reality = ~AR
Virtual reality = VR
Instructional design
# Management and operations
Project management
Program management
Product strategy
Roadmapping = product roadmap
Project planning
Stakeholder management
Change management
Vendor management
Process improvement
Performance management
Workforce planning = headcount planning
Organizational design
Compensation planning
Employee relations
Employer branding = employer brand
Campus recruiting = university recruiting
People management = team management
Strategic planning
Resource planning
Quality management
Operational excellence
Knowledge management
Standard operating procedures = sops
Business analysis
Business development strategy
Supply chain planning
Demand planning
Inventory management
Logistics planning
Fleet management
Forklift
Full-cycle recruiting = full cycle recruitment = end to end recruiting
Talent sourcing
Public speaking
Calendar management
Travel management
Customer service skills
Lesson planning
Curriculum development
Special education
# Trades
HVAC
Plumbing
Carpentry
Blueprint reading
OSHA
Food safety
Barista
Driving license = driving licence = driver's license = driver's licence = drivers license
# Spoken languages
German = deutsch = allemand = alemán = ドイツ語
French = französisch = français = francés = フランス語
Spanish = spanisch = espagnol = español = スペイン語
English = englisch = anglais = inglés = 英語
Italian = italienisch = italiano = italien
Japanese = japanisch = japonais = japonés = 日本語
Mandarin = chinese = chinesisch = chinois = 中国語
Cantonese
Portuguese = portugiesisch = portugais = portugués
Dutch = niederländisch = néerlandais = holländisch
Korean = koreanisch = coréen = 한국어
polish language = ~Polish = polnisch = polonais
Russian
Arabic
Hebrew
Hindi
Swedish
Danish
Norwegian
Finnish
Turkish
Ukrainian
Czech
Thai
Vietnamese
Indonesian = bahasa indonesia
`;
