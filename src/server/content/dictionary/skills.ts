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
SQL = structured query language
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
Groovy
Crystal language = crystal lang
Nim language = nim lang
Racket language
Scheme language
Common Lisp = lisp
Prolog
Pascal language = delphi = object pascal
Ada language = ada programming
ABAP = sap abap
Apex programming = salesforce apex = ~Apex
Visualforce
Lightning Web Components = lwc = salesforce lightning = lightning components
SOQL
VBScript
AppleScript
Smalltalk
Mojo language
Move language = sui move
Vyper
Cairo language
Cython
Jython
CoffeeScript
Hack language = hacklang
ReScript = reasonml
Elm language = elm lang
PureScript
Gleam
V language
LaTeX
Bicep = azure bicep
HCL
Jinja = jinja2
CUDA C++
OpenCL
OpenMP
Assembly x86 = x86 assembly = arm assembly
RISC-V = riscv
ARM architecture = arm cortex = cortex m
Programming languages = scripting languages
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
REST API = restful api = restful = rest apis = ~REST = restful services = RESTful APIs = rest api design
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
Zustand
MobX
Apollo GraphQL = apollo client = apollo server
Relay GraphQL
Gatsby
Astro framework = ~Astro
SolidJS = solid.js
Qwik
HTMX
Alpine.js = alpinejs
Lit element = lit html
Stencil.js
Material UI = mui = material design
Chakra UI
shadcn = shadcn/ui
Radix UI
Ant Design
Emotion CSS = styled components = css in js
Babel compiler = babel.js = ~Babel
Rollup.js = ~Rollup = Layer 2 = layer 2 scaling = zk rollups
esbuild
Turbopack
Turborepo
Nx monorepo = ~Nx
pnpm = npm = yarn package manager
Service workers
WebXR
Canvas API = html canvas
SVG
Lottie
GSAP
Pixi.js = pixijs
Babylon.js = babylonjs
P5.js
Responsive design = responsive web design
Cross-browser compatibility = cross browser
Component libraries
Front-end development = frontend development = front end frameworks = frontend frameworks = front end technologies
Back-end development = backend development
Full-stack development = fullstack development = full stack engineering = full stack web development
Server-side rendering = SSR
Core Web Vitals
Browser performance = front end performance
Browser extensions = chrome extensions
Koa
Hapi.js
AdonisJS
Meteor.js
Bun runtime = ~Bun
Phoenix framework = phoenix liveview = ~Phoenix
Gin framework
Sinatra
Sidekiq
Ruby gems = rspec
Pyramid framework
Starlette
Pydantic
Poetry Python
asyncio
Tornado framework
Twisted framework
Gunicorn = uvicorn
Micronaut
Quarkus
Vert.x = vertx
Akka
Play Framework
Ktor
apache maven = ~Maven
Gradle
Apache Tomcat = tomcat
Entity Framework = ef core = entity framework core
Blazor
WPF
Xamarin = .net maui
LINQ
SignalR
CodeIgniter
CakePHP
Yii framework
Livewire
Object-relational mapping = ORM
TypeORM
Sequelize
Mongoose ODM = ~Mongoose
Knex.js
ActiveRecord = active record
Tokio
Actix
Axum
Rocket framework
Web3.js = ethers.js = ethersjs
JSON Web Tokens = jwt
API gateways
soap web services = ~SOAP = soap api
AsyncAPI
Content delivery networks = cdn
Optimizely
Sitecore
Adobe Experience Manager = aem
Ghost CMS
Squarespace
Wix
Bubble.io
retool platform = ~Retool
Hotjar
FullStory = full story
LogRocket
Crazy Egg
Contentstack
Storyblok
Umbraco
HubSpot CMS
Salesforce Commerce Cloud = commerce cloud
Commercetools
# Mobile
iOS = ios development
Android = android development
React Native = reactnative
Flutter
expo framework = ~Expo
Xcode
Jetpack Compose
Mobile development = mobile app development = mobile apps development
UIKit
Core Data
Combine framework
Composable Architecture = tca architecture
SwiftData
App Store Connect = testflight
Fastlane
CocoaPods
ARKit
ARCore
Android SDK
Android Studio
Room database
Dagger = dagger hilt
Kotlin coroutines = coroutines
RxJava
MVVM = model view viewmodel
MVC = model view controller
VIPER architecture
Ionic framework = ~Ionic
Capacitor.js
Cordova = phonegap
App store optimization = ~ASO
Push notifications
OneSignal
Deep linking
mobile applications
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
TestNG
mocha testing = ~Mocha
Chai.js
Vitest
Testing Library = react testing library
Karate framework
cucumber testing = ~Cucumber = gherkin
Robot Framework
SpecFlow
Detox testing
Espresso testing
XCTest = xcuitest
TestRail
Zephyr testing
Xray testing
BrowserStack
Sauce Labs
LambdaTest
k6
Gatling
Locust testing
SonarQube = sonarcloud
Code coverage
Static analysis = static code analysis
Fuzz testing = fuzzing
Chaos engineering
User acceptance testing = uat = acceptance testing
Smoke testing
Functional testing
API testing
Mobile testing
Test strategy = testing strategies
Defect tracking = bug tracking
Behavior-driven development = bdd
Quality control = qc
Hardware-in-the-loop = ~HIL = hardware in the loop testing
OpenHTF = open htf
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
Event-driven architecture = event driven systems = event driven architectures = event driven
Message queues = message queue = message broker
Concurrency = concurrent programming = multithreading = multi threading = threading
Low latency = low latency systems
Memory management
Compilers = compiler
Operating system internals = ~operating system = ~OS = os kernel
Computer networks = computer networking = network protocols
TCP/IP = tcp
APIs = application programming interface = api
API design
API integration = api integrations = system integrations = system integration = systems integration
SDK = software development kit
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
Event sourcing
CQRS
Caching = cache invalidation
Multi-tenancy = multi tenant = multitenant = multi tenant systems
Asynchronous programming = async programming = asynchronous systems
Parallel computing = parallel programming
Real-time systems
High availability = fault tolerance = fault tolerant systems
Scalability = scalable systems = scalable architecture
Service-oriented architecture = soa
Hexagonal architecture = clean architecture
SOLID principles = solid design principles
Refactoring
Technical debt
Monorepo
Trunk-based development
Release management = release engineering
On-call = oncall = on call rotation
Performance tuning = performance optimization = performance engineering
Profiling tools = performance profiling
Computer science fundamentals = cs fundamentals
Computer architecture
DirectX = direct3d
Multiplayer networking = netcode
Mixed reality
Developer tools = developer tooling = devtools
Command-line interfaces = ~CLI = cli tools = command line = clis
SDK development
Software documentation
AMQP
MQTT
ZeroMQ
NATS messaging = ~NATS
Amazon SQS = sqs
Amazon SNS = sns topics
Google Pub/Sub = pub/sub = pubsub
Message queuing = messaging queues = ~MQ
Azure Service Bus
CDC pipelines = change data capture = debezium
Cursor IDE
VS Code = visual studio code = vscode
Visual Studio
IntelliJ = intellij idea = jetbrains
Vim = neovim
Eclipse IDE
Augment Code = ~Augment
Windsurf editor = ~Windsurf
Codex = openai codex
Replit
Lovable.dev = ~Lovable
v0 = v0.dev
Devin AI
AI-assisted development = ai assisted coding = ai coding tools = ai powered development tools = ai coding assistants
Subversion = svn
Perforce = p4v
Mercurial
Phabricator
Gerrit
Data serialization = avro
Extreme programming
SAFe framework = scaled agile framework = scaled agile = ~SAFe
Waterfall methodology = ~Waterfall
Hybrid project management
Sprint planning
Backlog management = backlog grooming = product backlog
User stories
Requirements gathering = requirements analysis = requirements engineering
Business requirements
Technical specifications = functional specifications = technical specs
UML
Systems engineering = mbse = model based systems engineering
DOORS requirements = ibm doors
Enterprise architecture = togaf
Solution architecture
Technical architecture
Systems thinking
Integrated development environments = ides
Software engineering = software development
Software testing
Software design
Back-end systems = backend engineering = backend systems = back end engineering = back end services = backend services
Front-end engineering = frontend engineering
UI automation = ui testing = gui testing
Prototype development
LLVM = mlir
Applied mathematics = applied math
Mathematics
Programming = coding skills
Web technologies = web standards
Embedded C++
Debuggers = gdb
build tools = cmake
Makefiles
Kernel development = kernel programming = linux kernel development
Concurrency control
Rate limiting
Data migration scripts
Feature development
Rule-based systems
Workflow engines
Legacy systems = legacy modernization
Mob programming
DORA metrics
API development = web apis = backend apis = api first
Scripting
Web applications = web apps
Vibe coding
AI workflows
AI strategy = ai adoption = ai implementation = ai transformation
ai product development
Database technologies = database systems = database management
Large-scale systems = large scale distributed systems = scalable infrastructure
Agent development = building agents = ai agent development
Software debugging
Code generation
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
Azure Synapse = synapse analytics = ~Synapse
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
ETL = extract transform load = elt = etl pipelines
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
Data privacy = privacy law = data protection = ~privacy = Privacy regulations = privacy compliance
Pandas
NumPy
SciPy
Jupyter = jupyter notebook
Data analysis = data analytics
Data science
Data visualization = data visualisation = dataviz
business intelligence = bi tools = bi platforms = bi reporting = bi solutions = ~BI
Tableau
Power BI = powerbi = microsoft power bi
Looker = looker studio = lookml
Metabase
Apache Superset = ~Superset
Mode analytics = ~Mode
Hex notebooks = hex.tech = ~Hex
Sigma Computing = ~Sigma
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
Timescale = timescaledb
InfluxDB
QuestDB
Couchbase
CouchDB
RavenDB
ArangoDB
Memcached
Valkey
Aerospike
SingleStore = memsql
TiDB
YugabyteDB
Vitess
PlanetScale
Neon Postgres
Snowpark
Teradata
Vertica
Greenplum
IBM Db2 = db2
Sybase
FoundationDB
HBase = apache hbase
Apache Druid = ~Druid
Apache Pinot
Apache Hudi
Apache Parquet = parquet
Apache Arrow
Apache NiFi = nifi
Apache Storm
Apache Camel
Azure Data Factory = adf pipelines
Azure Data Lake
Azure Cosmos DB = cosmosdb = cosmos db
Microsoft Fabric
Unity Catalog
Delta Live Tables
AWS Glue = ~Glue
Amazon EMR = ~EMR clusters
Lake Formation
Amazon RDS = rds
Amazon Aurora = ~Aurora
Google Dataflow = dataflow
Google Dataproc = dataproc
Google Cloud Storage
Firestore
Realm database
Milvus
Weaviate
Qdrant
chroma db = ~Chroma = chromadb
FAISS
Typesense
Algolia
Meilisearch
Coalesce.io
Matillion
Stitch data
Talend
Informatica
SSIS = sql server integration services
SSAS
Alteryx
KNIME
RapidMiner
Dataiku
DataRobot
H2O.ai
Domo
Qlik = qlikview = qlik sense
MicroStrategy
ThoughtSpot
Cognos = ibm cognos
SAP BusinessObjects = business objects
Omni analytics
Evidence.dev
Preset.io
Great Expectations
Monte Carlo data
Soda data
Atlan
Collibra
Alation
DataHub
OpenLineage
Data catalog = data cataloging
Data lineage
Data observability
Data mesh
Data contracts
Data architecture
Data infrastructure = data platforms
Modern data stack
Data strategy
Data management
Data cleaning = data cleansing = data wrangling = data validation = data transformation
Data manipulation
Data entry
Data storytelling
Data structures and algorithms = dsa
Database administration
Database optimization = query optimization = sql optimization
Database replication = sharding = database sharding
Stored procedures
Rudderstack
mParticle
Tealium
Snowplow
Google Tag Manager = gtm tags = google tag
Adobe Analytics = omniture
Adobe Target
Adobe Campaign
VWO
Statsig
Eppo
Split.io
GrowthBook
Pendo
Kissmetrics
Plausible analytics
Web analytics = digital analytics
Customer analytics
Marketing mix modeling = mmm modeling = media mix modeling
Cohort analysis = cohort analyses
Funnel analysis = funnel optimization
Experimentation = product experimentation = experimentation platforms
Statistical inference = inferential statistics
Bayesian statistics = bayesian inference = bayesian methods = bayesian modeling
Multivariate analysis = multivariate testing
Survival analysis
Monte Carlo simulation = monte carlo methods
Stochastic calculus = stochastic processes
Probability theory = probability
Discrete mathematics
Numerical methods = numerical analysis
Information theory
Graph theory
Game theory
Optimization algorithms = convex optimization = mathematical programming
Gurobi
CPLEX
Quantitative analysis = quantitative analytics = quantitative research methods
Qualitative research = qualitative analysis
Survey design = survey research
Qualtrics
SurveyMonkey = survey monkey
Typeform
Google Forms
Microsoft Access = ms access
Pivot tables = vlookup
Power Query
Power Pivot
DAX
Excel macros = macros excel
Plotly = plotly dash
Matplotlib
Seaborn
ggplot2 = ggplot = tidyverse = dplyr
Shiny apps = r shiny
Streamlit
Gradio
Dask
Polars
statsmodels
Network analysis
Geospatial analysis = spatial analysis
ArcGIS = esri
QGIS
PostGIS
Mapbox
Google Maps API
OpenStreetMap
Star schema = snowflake schema = dimensional modeling = dimensional modelling
Data orchestration = workflow orchestration
Data reporting = dashboarding = dashboards
Large datasets = large data sets
Business reporting
KPI tracking
Real-time data = real time analytics
Ad hoc analysis = ad hoc reporting
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
Recommender systems = recommendation systems = recommendation models = recommendation engine
Reinforcement learning = ~RL
RLHF = reinforcement learning from human feedback
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
Anthropic API = claude api = ~Anthropic
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
Foundation models
Vision-language models = ~VLM = multimodal models = multimodal ai = multi modal models
Multimodal learning
Generative adversarial networks = ~GAN
Convolutional neural networks = cnns
Recurrent neural networks = rnns = lstm
Graph neural networks = gnn
Attention mechanisms
LoRA = low rank adaptation = peft = qlora
Direct preference optimization = ~DPO
Model distillation = knowledge distillation
Quantization = model quantization = model compression
Model deployment = ml deployment = model serving platforms
Model monitoring = drift detection
Model interpretability = explainable ai = explainability = ~SHAP = shap values
Feature engineering
Feature stores
Feast feature store
Anomaly detection = outlier detection
Object detection
Image segmentation
Image processing = image recognition
Video analytics = video processing
Pose estimation
Visual SLAM
OpenCV
YOLO models
Named entity recognition = ~NER
Sentiment analysis
Topic modeling
Machine translation
Question answering
Text classification
spaCy
NLTK
Sentence transformers
BERT
Whisper ASR
Dialogue systems = voice ai = voice agents
Audio processing = speech processing
Classification models
Clustering = unsupervised learning
Supervised learning
Semi-supervised learning = self supervised learning
Transfer learning
Federated learning
Active learning
Online learning algorithms
Multi-armed bandits = bandit algorithms = contextual bandits
Imitation learning
Sim-to-real
Random forests = decision trees = gradient boosting
CatBoost
Support vector machines
Dimensionality reduction = ~PCA
Bayesian optimization = hyperparameter tuning = hyperparameter optimization
PyTorch Lightning
DeepSpeed = fsdp
Megatron
TensorRT-LLM
Triton inference server = nvidia triton
Triton language
ROCm
TPU = tpus
TensorFlow Serving
ONNX Runtime
Core ML = coreml
TensorFlow Lite = tflite
llama.cpp = ollama
Llama models = llama 3
Mistral AI
Google Gemini = ~Gemini
DeepSeek
Cohere API
Perplexity AI = ~Perplexity
Midjourney = mid journey
DALL-E
ElevenLabs
Runway ML = runwayml
Sora video
ComfyUI
AutoGen
Semantic Kernel
DSPy
Haystack framework
Pydantic AI
Langfuse
LangSmith
Arize = arize phoenix
Braintrust evals
Promptfoo
Ragas
Guardrails AI
AI safety
AI alignment
AI ethics = responsible ai
AI governance
AI evaluation = llm evaluation = llm evals
Agent orchestration = multi agent systems = agentic frameworks = agent frameworks
Tool calling = function calling
Context engineering
Synthetic data = synthetic data generation
Data annotation tools = labelbox = scale ai annotation
Human-in-the-loop = hitl
Computational modeling = computational modelling
Scientific computing
Backtesting = backtests = back testing
Azure OpenAI
Azure Machine Learning = azure ml
Google AI Studio
Metaflow
Flyte
DVC
ClearML
Comet ML
BentoML
Seldon
KServe
Modal labs
Slurm
AI accelerators = ai hardware = gpu computing = gpu programming
AI infrastructure = ml infrastructure = machine learning infrastructure = ml systems
Recommender algorithms
# Cloud and infrastructure
Kubernetes = k8s = kube
Docker
Containerization = containers = containerisation = container orchestration
Helm charts = ~Helm = helm chart
AWS = amazon web services
Google Cloud Platform = GCP = google cloud
Microsoft Azure = azure
Azure DevOps
AWS Lambda = ~Lambda
elastic container service = ~ECS
EKS = elastic kubernetes service
GKE = google kubernetes engine
AKS = azure kubernetes service
EC2 = elastic compute cloud
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
SLO = service level objectives = slos = service level objective = SLI
Observability
Monitoring and alerting = alerting
Incident management = incident response = incident handling
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
ELK stack = logstash = kibana = ~ELK
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
Vercel = vercel ai sdk = ai sdk
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
VPC = virtual private cloud = vpc peering
Amazon CloudWatch = cloudwatch
AWS CDK = cloud development kit
AWS Fargate = fargate
AWS Step Functions = step functions
API Gateway AWS
Amazon Route 53 = route53 = route 53
Amazon CloudFront = cloudfront
Amazon Cognito = ~Cognito
AWS Amplify
Elastic Beanstalk
AWS IAM
AWS Organizations = aws control tower
AWS GuardDuty = guardduty
Google Cloud Run = cloud run
Cloud Functions = google cloud functions = azure functions
Google Compute Engine
App Engine
DigitalOcean = digital ocean
Linode
Oracle Cloud = oci cloud = oracle cloud infrastructure
IBM Cloud
Alibaba Cloud
OpenStack
Hetzner
Fly.io
Railway.app
Cloudflare Workers
Bare metal = bare metal servers
Cloud platforms = cloud providers = cloud environments = cloud services = public cloud = cloud technologies
Cloud computing
Cloud architecture
Cloud migration
Cloud cost optimization = finops = cloud costs
Multi-cloud = multicloud = hybrid cloud
Platform as a service = paas
Infrastructure as a service = iaas
Podman
containerd
OpenShift = red hat openshift
suse rancher = ~Rancher
hashicorp nomad = ~Nomad
hashicorp consul = ~Consul
HashiCorp Vault = hashicorp
hashicorp packer = ~Packer
hashicorp vagrant = ~Vagrant
Kustomize
Kubernetes operators
Crossplane
Karpenter
Linkerd
Cilium = ebpf
Calico
Traefik
HAProxy
Apache HTTP Server = apache server = apache web server
Caddy server
Kong gateway = kong api
Apigee
Flux CD = fluxcd
Spinnaker
Tekton
Travis CI = travisci
TeamCity
Bamboo CI
Azure Pipelines
Harness CI = harness.io
Octopus Deploy
Nix = nixos
Yocto
Zabbix
Nagios
Dynatrace
AppDynamics
Honeycomb.io
Jaeger = jaeger tracing
Zipkin
Loki logging = grafana loki
Fluentd = fluent bit
VictoriaMetrics
Thanos = cortex metrics
Sumo Logic
Rollbar
Bugsnag
Opsgenie = ops genie
incident.io
Statuspage
VictorOps
Distributed tracing
log management = log analysis
Telemetry
On-premise infrastructure = on prem
network engineering = network administration = networking knowledge = networking concepts = networking fundamentals = Networking basics = networking principles = network fundamentals
Network architecture = network design
Network troubleshooting
Routing protocols = ospf = mpls
Cisco = cisco ios = cisco networking
Juniper networks
Arista
Palo Alto Networks = palo alto firewalls
Fortinet = fortigate
Meraki = cisco meraki
Ubiquiti = unifi
SD-WAN = sdwan
wireless networking = wlan
LAN/WAN = wan networking
DHCP
Firewalls
TCP/UDP = udp
HTTP/2
5G = lte networks
VoIP = voice over ip
SIP protocol = sip trunking
CCNA = ccnp = ccie
CompTIA = comptia security+
Hyper-V = hyperv
Proxmox
Citrix
VDI = virtual desktop infrastructure
Storage area networks = nas storage = san storage
NVMe
Ceph
Lustre
MinIO
Backup and recovery = backup and restore = veeam
ITIL
IT service management = itsm
Ticketing systems = ticketing tools = ticketing platforms
Hardware troubleshooting = troubleshooting hardware
Windows operating system = windows 10 = windows 11 = windows administration
Windows PowerShell scripting
Linux administration = linux system administration
System administration = sysadmin skills
Asset management software
Kandji
Mosyle
Workspace ONE
JAMF Pro
Chrome OS
IT operations
computer hardware = server hardware
Liquid cooling
Data center infrastructure = critical facilities
CNCF = cloud native computing foundation
Vulnerability scanning = vulnerability scans
IP networking = tcp/ip networking
Service management
E2E encryption
Bare metal provisioning = pxe
IPMI = bmc firmware
Server administration = server management
Cluster management = gpu clusters
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
Secrets management = secrets manager
Zero trust = zerotrust
Single sign-on = SSO
IAM = Identity and access management
RBAC = role based access control = role based access
Okta
Microsoft Entra ID = azure ad = azure active directory = entra id
Active Directory
SIEM = security information and event management
EDR = endpoint detection and response
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
CISM
CISA
CRISC
CEH = certified ethical hacker
OSCP
OSCE
GIAC = gsec = gcih
CCSP
AWS Certified = aws certification = aws solutions architect
CKA = certified kubernetes administrator = ckad
Microsoft Certified = azure certifications
OWASP = owasp top 10
MITRE ATT&CK = mitre
CIS benchmarks = cis controls
NIST 800-53 = nist csf = nist cybersecurity framework
CMMC
FISMA
StateRAMP
ISO 27701
ISO 22301
ISO 42001
PCI compliance
SOC 1 = soc1
Common Criteria
FIPS 140 = fips
STIG
Authority to operate = ~ATO
SAST = static application security testing
DAST
SBOM = software bill of materials
Software composition analysis = ~SCA
Software supply chain security = supply chain security
Burp Suite = burpsuite
Metasploit
Nmap
Wireshark
Nessus
Qualys
Rapid7
Snyk
Semgrep
Checkmarx
Veracode
Wiz Security = ~Wiz
Orca Security = ~Orca
Lacework
Prisma Cloud
SentinelOne = sentinel one
Microsoft Defender = defender for endpoint
Microsoft Sentinel = azure sentinel
Carbon Black
Sophos
Darktrace
Proofpoint
Zscaler
Netskope
Tines
SOAR
QRadar
ArcSight
Elastic Security
YARA
IDA Pro = ghidra
Frida
MobSF
Kali Linux
Capture the flag
Bug bounty
Security operations = secops
Security engineering
Security architecture
Security awareness = security awareness training
Security auditing = security audits
Security compliance
Security monitoring
Intrusion detection = ids/ips
Data loss prevention = DLP
Endpoint security = endpoint management
Email security
Mobile security
API security
Container security
Insider threat
Encryption = data encryption
TLS = ssl certificates = ssl/tls = mtls
Certificate management
Access control = access management
Privileged access management = ~PAM
Multi-factor authentication = ~MFA = two factor authentication
SCIM
LDAP
Kerberos
Auth0
Keycloak
OneLogin
Ping Identity
SailPoint
CyberArk
Duo Security
lastpass
Vanta
Drata
Secureframe
OneTrust
TrustArc
Threat detection = detection engineering
Digital forensics tools = forensics
Business continuity = business continuity planning
Third-party risk management = vendor risk management = tprm
Physical security
CNAPP = cspm = cwpp
XDR = mdr services
SASE = ztna
Compliance frameworks = compliance frameworks and standards = compliance requirements = compliance best practices = regulatory requirements = compliance experience
# Blockchain
Blockchain
Web3 = web 3 = web 3.0
Cryptocurrency = crypto = kryptowährung = digital assets
Bitcoin
Ethereum
Solana
SVM = Solana Virtual Machine
anchor framework = ~Anchor
EVM = Ethereum Virtual Machine
Smart contracts = smart contract
DeFi = Decentralized finance = decentralised finance
NFT = Non-fungible tokens = nfts = non fungible token
Zero-knowledge proofs = zero knowledge proof = zk proofs = zk snarks
Formal verification
Tokenomics
Market making = market maker
Cross-chain = cross chain bridges = interoperability protocols
On-chain = onchain = on chain data
LayerZero
Wormhole bridge = ~Wormhole
Axelar
Hyperlane
Chainlink
Uniswap
Aave
Fireblocks
Privy
MetaMask
WalletConnect
Hardhat
Foundry toolkit = ~Foundry
Truffle suite = ~Truffle
OpenZeppelin
ERC-20 = erc20 = erc721
Optimism network
Arbitrum
Polygon network
Avalanche network
Cosmos SDK = tendermint
Polkadot = substrate framework
Hyperledger
Bitcoin Lightning = lightning network
Stablecoins
Tokenization = tokenisation
Crypto wallets = wallet infrastructure
Crypto custody = digital asset custody
Consensus algorithms = consensus protocols
MEV
Automated market makers = ~AMM
Perpetual futures
Dune Analytics
Nansen
Chainalysis
DAO governance = daos
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
Signal processing = dsp = Demand-side platforms
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
Electronics design = electronic design = electronics
Schematic capture = schematic design
Analog circuits = analog electronics
Mixed-signal design = mixed signal
Digital design = digital logic
RTL design = rtl = rtl coding
VLSI
UVM
ASIC verification = design verification
Physical design = place and route
Cadence tools = cadence virtuoso = ~Cadence
Synopsys
Mentor Graphics
SPICE = ltspice = pspice
Signal integrity
Power integrity
EMI/EMC = emc testing
Motor control = brushless motors
Power supplies = dc/dc converters
Battery management systems = ~BMS
Oscilloscopes = logic analyzer = spectrum analyzer = multimeter
Test equipment = lab equipment
I2C
UART = rs-232 = rs-485
CAN bus = canbus
Modbus
EtherCAT
PCIe
USB protocol
Bluetooth = bluetooth low energy = ~BLE
Zigbee = lorawan
RFID = nfc technology
GPS
Arduino
Raspberry Pi
NVIDIA Jetson
ESP32
Device drivers = linux drivers
Bootloaders = u-boot
Zephyr RTOS
QNX
AUTOSAR
ISO 26262 = functional safety
DO-178C
DO-254
MIL-STD
AS9100
IATF 16949
ISO 14001
ISO 14971
ISO 17025
IEC 62304
IEC 61508
UL certification = ul standards
CE marking
RoHS
Environment, health and safety = environmental health and safety = ~EHS
NFPA
National Electrical Code = ~NEC
ASME
ASTM
NX CAD = siemens nx
autodesk inventor = ~Inventor
Solid Edge
PTC Windchill = windchill
Teamcenter
Arena PLM
SketchUp = sketch up
Rhino 3D = rhinoceros 3d
Grasshopper 3D
BIM = building information modeling
Navisworks
Civil 3D
MicroStation
Bluebeam = bluebeam revu
Procore
Primavera = primavera p6
Microsoft Project = ms project
PlanGrid
Tekla
STAAD
ETABS
SAP2000
HEC-RAS
COMSOL = comsol multiphysics
Abaqus
Nastran
LS-DYNA
OpenFOAM
STAR-CCM+
Fluent CFD
Simulink = matlab/simulink
Modelica
Aspen Plus = aspen hysys
Thermal analysis = thermal management = thermal design
Heat transfer
Fluid mechanics = fluid dynamics
Thermodynamics
Structural analysis = structural engineering = stress analysis
Vibration analysis
Tolerance analysis = tolerance stack up
Design for manufacturing = design for manufacturability = ~DFM
Design for assembly = dfma
FMEA = failure mode and effects analysis = dfmea = pfmea
Statistical process control = ~SPC
Process control
Process optimization
Process validation
Continuous improvement = kaizen
5S methodology = ~5S
Kanban manufacturing
Total productive maintenance
Value stream mapping
Time studies
Root cause investigation = corrective and preventive action = ~CAPA
Production planning = production scheduling
Material requirements planning = ~MRP = mrp systems
Manufacturing execution systems = ~MES
Logistics management
Freight forwarding
Customs compliance = import export = trade compliance
ITAR = export controls = export compliance
Warehouse operations
Fulfillment operations = order fulfillment
Preventive maintenance = preventative maintenance
Equipment maintenance
Predictive maintenance
Electrical systems = electrical wiring
Fabrication = metal fabrication
CNC programming = g-code = cam programming
Mastercam
Hydraulics
Pneumatics
Mechatronics
Industrial automation = automation systems = factory automation
Allen-Bradley
Siemens PLC = tia portal
HMI = human machine interface
Industrial robotics = fanuc = kuka robots
Laser cutting
Composites
Polymers = polymer science
Metallurgy
Vacuum systems
Plasma processing = plasma etching
Semiconductor process = wafer processing
Atomic layer deposition
Electron beam lithography = e beam lithography
Metrology
X-ray diffraction = xrd
FTIR
HPLC
Gas chromatography = gc-ms
LC-MS
NMR spectroscopy = ~NMR
Spectroscopy
Microscopy
Chromatography
Western blot = western blotting
ELISA
qPCR = rt-pcr
Immunohistochemistry
Gel electrophoresis
molecular cloning
DNA sequencing = rna sequencing = rna-seq
Gene editing
Protein purification = protein expression
Protein engineering
Antibody engineering
Cell biology
Immunology
Microbiology
Biochemistry
Neuroscience
Ecology
Entomology
Botany
Agronomy
Behavioral assays
In vivo studies = animal studies
In vitro = in vitro assays
Assay development
High-throughput screening
Computational chemistry
Cheminformatics = chemoinformatics
Computational biology
Systems biology
Molecular dynamics
Molecular docking = autodock
Molecular modeling = molecular modelling
RDKit
GROMACS
AlphaFold
Schrodinger software
Structural biology = cryo-em
Drug discovery
Drug development
Medicinal chemistry
Organic chemistry = organic synthesis
Analytical chemistry
Synthetic biology
Formulation development = formulation science
Pharmacokinetics = pk/pd
Toxicology
Pharmacovigilance = drug safety
Medical devices
21 CFR Part 11 = 21 cfr
FDA regulations = fda = fda approval
Good laboratory practice = ~GLP
GxP
Clinical data management = ~CDISC
Electronic data capture = ~EDC
Medidata = medidata rave
Veeva = veeva vault
REDCap
LabWare
Benchling
Clinical development
Medical affairs
Medical writing
Biomedical engineering
Biotechnology = biotech
Life sciences
Geology
Hydrology
Meteorology = weather forecasting
Mining engineering
Hydrometallurgy
Environmental science
Renewable energy = solar energy = wind energy
Solar photovoltaics = solar panels
Energy storage
Power systems = power distribution
Nuclear engineering
Aerospace engineering = aerospace
Avionics
Propulsion
Orbital mechanics
Guidance, navigation and control = ~GNC
Unmanned aerial vehicles = ~UAV = drones
Radar systems
Antenna design
Acoustics
Photonics
Nanotechnology
Quantum computing
Mining = mining operations = open pit mining = underground mining = open pit = open pit mine
Mine planning = mine design = drill and blast
Mineral processing = ore processing = flotation
Tailings management = tailings
Geotechnical engineering = geotechnical software = rock mechanics = soil mechanics
GeoStudio
Rocscience
FLAC3D = ~FLAC
Leapfrog Geo = ~Leapfrog
Surpac
Deswik
Vulcan mining = maptek = ~Vulcan
Datamine
MineSight
MSHA
Professional engineer license = professional engineer = p.eng = pe license
Engineer in training = ~EIT
Civil engineering
Chemical engineering
Industrial engineering
Materials engineering
Electrical design
Mechanical assembly
Mechanical drawings
Piping design = piping = p&id = p&ids
Instrumentation = instrumentation and controls
Water treatment
Oil and gas
Construction management
Cost estimating = cost estimation
Surveying = land surveying
Project engineering
Field service
Welding inspection
Quality inspection
Nondestructive testing = ~NDT
Calibration
Data acquisition = ~DAQ
Test fixtures = test fixture design
Cable harnesses = wire harness = cable assembly
Surface mount technology = ~SMT
IPC-A-610 = ipc standards = j-std-001
Conformal coating
Biophysics
Biology
Psi4
MDAnalysis
AutoDock Vina
FreeSASA
Open Babel
OpenMM = amber md
Ligand design = rational design = structure based drug design = docking
Density functional theory = ~DFT
VASP
Gaussian software
Heap leach = heap leaching
Grade control = reserve estimation = resource estimation
Data center environments = datacenter environments
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
Epic EHR = epic systems = ~Epic
Cerner = oracle health
athenahealth = athena health
eClinicalWorks
Allscripts
Meditech
DrChrono
Value-based care
Managed care
Population health
Utilization management = utilization review
Care management
Chronic care management
Remote patient monitoring
Discharge planning
Treatment planning = treatment plans
Medication management = medication administration
Vital signs
Wound care
Infection control
BLS certification = basic life support = ~BLS
ACLS = advanced cardiac life support
PALS certification
Registered Nurse license = rn license
LCSW = lmft = lpc license = licensed clinical social worker
Board certification = board certified
CMA certification = certified medical assistant
CPhT = pharmacy technician certification
Medical terminology
CPT codes = cpt coding
Health informatics = healthcare informatics
Healthcare compliance
Substance abuse treatment = addiction treatment
Crisis intervention
Trauma-informed care = trauma informed
Motivational interviewing
Acceptance and commitment therapy
EMDR
Exposure therapy
Group therapy = family therapy
Applied behavior analysis
Physical therapy
Occupational therapy
Speech therapy = speech language pathology
Exercise physiology
dietetics
Radiology
Cardiology
Pediatrics
Psychiatry
Oncology
Dermatology
Orthopedics
Anesthesia
Emergency medicine
Geriatrics
Telepsychiatry
Pharmacy operations = pharmacy
Prescription processing
Veterinary medicine
Patient education
Patient engagement
Clinical documentation
Clinical operations
Clinical supervision
Family medicine
Internal medicine
Obstetrics = gynecology = women's health
Neurology
Urology
Gastroenterology
Endocrinology
Nephrology
Pulmonology
Rheumatology
Ophthalmology
Optometry
Pathology
Podiatry
Palliative care = hospice
Critical care = intensive care
Urgent care
Acute care
Sleep medicine
Sports medicine
Evidence-based treatment = evidence based practice
Clinical assessment
Psychological assessment
Intake assessments
Health data interoperability = interoperability standards = health it
Claims adjudication
Pharmacy benefits = ~PBM
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
Pricing strategy = pricing models = price optimization
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
GAAP = generally accepted accounting principles = us gaap
IFRS = international financial reporting standards
SOX = sarbanes oxley
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
Financial planning = financial forecasting
Variance analysis
Scenario planning = scenario analysis = scenario modeling
Sensitivity analysis
Discounted cash flow = dcf
LBO modeling = lbo models
Valuation = company valuation
Cap table management = cap tables
stock administration
Fundraising finance = capital raising
Debt financing
Structured finance = securitization
Project finance
Real estate finance
Corporate finance
Corporate development
Strategic finance
Unit economics
P&L management = profit and loss = ~P&L
Cash flow management = cash flow forecasting = cash flow
Working capital
Cost analysis = cost control
Capital budgeting
Balance sheet = balance sheet reconciliation
Financial statements = financial statement analysis
General ledger = ~GL
Fixed assets
Accruals = accrual accounting
Intercompany accounting
Consolidations = financial consolidation
ASC 842
ASC 718
IFRS 15
SEC reporting
Statutory reporting
Management reporting
Audit = auditing = financial audits
Big 4 = big four
ACCA
CMA accounting = certified management accountant
CPA Canada
Chartered accountant
CFP = certified financial planner
FRM certification
CFE = certified fraud examiner
CIA certification = certified internal auditor
Enrolled agent
FINRA licenses = series 7 = series 63
Sales tax = vat = indirect tax
Income tax = corporate tax = tax preparation = tax returns
Avalara
TurboTax
Tax law
Credit analysis = credit underwriting = credit modeling = credit models
card issuing
Loan servicing
Consumer lending
payments industry = payment rails = digital payments
ACH = ach payments
SWIFT payments = swift messaging
Card networks = visa and mastercard
Payment gateways
Open banking
Banking as a service = baas
Core banking
Neobanking = digital banking
commercial banking
Financial markets = capital markets
Equities trading
Foreign exchange trading
Commodities trading
Order management trading = oms trading
FIX protocol
Bloomberg Terminal = ~Bloomberg
FactSet
Capital IQ = cap iq
PitchBook
Crunchbase
Morningstar
Refinitiv = eikon
Market microstructure
Quantitative modeling = quantitative models
Statistical arbitrage
Hedge funds
Asset allocation
Fund accounting = fund administration
Financial crime = financial crime compliance
Bank Secrecy Act = ~BSA = bsa/aml
USA PATRIOT Act = patriot act
OFAC = ofac sanctions
Customer due diligence = ~CDD = customer identification = customer identification program
Enhanced due diligence = ~EDD
Counter-terrorist financing = terrorist financing
cams certification = cams certified = certified anti money laundering specialist = ~CAMS
Suspicious activity reports = ~SAR
Basel III
Dodd-Frank
Reg E = reg z = tila
UDAAP
FCRA = ecoa
Solvency II
MiCA regulation = ~MiCA
SFDR = esg reporting = esg
Anaplan
Pigment fp&a = ~Pigment
Adaptive Insights = ~Adaptive = workday adaptive = adaptive planning
Vena Solutions
Planful
Mosaic finance
Hyperion = oracle hyperion = essbase
OneStream
BlackLine
FloQast
Oracle ERP = oracle fusion = oracle financials = oracle cloud erp
Oracle E-Business Suite = oracle ebs
JD Edwards
PeopleSoft
Infor ERP = infor
Epicor
Odoo
Sage accounting = sage intacct = sage 50
FreshBooks
Wave accounting
Zoho Books
Bill.com
Coupa
SAP Ariba = ariba
SAP Concur = ~Concur
Expensify
Tipalti
Avidxchange
Stripe Billing
Zuora
Chargebee
Maxio
Recurly
braintree
plaid api
Workiva
ADP = adp workforce now
Paychex
Paylocity
Paycom
UKG = ukg pro = kronos
Ceridian = dayforce
Payroll processing
Billing systems = billing operations
Investor reporting = board reporting
Financial controls
accounting principles
Economics
Finance operations
Equity research
Investment analysis
Wealth planning
Tax planning
Actuarial modeling
Regulatory capital
Payment fraud
Credit bureaus = credit reporting
Consumer credit = consumer finance = credit products
Consumer fintech
# Law and compliance
GDPR = general data protection regulation = dsgvo = rgpd
CCPA
EU AI Act = ai act
Digital Operational Resilience Act = ~DORA
PCI DSS = payment card industry = ~PCI
KYC = know your customer
KYB = know your business
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
Contract drafting = drafting contracts = contract review = contract law = drafting agreements
Commercial agreements = saas agreements = master service agreements = msas
Data processing agreements
CIPP = cipp/e = cipm = cippe
Data protection officer
CPRA
PIPEDA
LGPD
COPPA
CAN-SPAM = tcpa
ePrivacy
Digital Services Act
NIS2 = nis 2
Cyber Resilience Act
FERPA
GLBA
FCPA = anti bribery = anti corruption
Antitrust = competition law
Securities law = securities regulation
Corporate law
Commercial law
Immigration law = visa sponsorship process
Real estate law
Bankruptcy law
Patent law = patents = patent prosecution
Trademark law = trademarks
Copyright law = copyright
Open source licensing
eDiscovery = e-discovery
Relativity eDiscovery
Westlaw
LexisNexis
Clio legal
iManage
NetDocuments
Practice management legal
Bar admission = member of the bar = state bar
Legal writing = legal drafting
Dispute resolution = arbitration
Compliance programs = compliance management
Compliance monitoring = compliance testing
Policy development = policy writing = policy analysis
Public policy
Government relations = government affairs = lobbying
Public affairs
Public procurement = government contracting = government procurement
Federal Acquisition Regulation = ~FAR = dfars
Medical compliance
Anti-fraud
Regulatory reporting
Regulatory compliance software
Record keeping = records management
Legal compliance
Regulatory affairs strategy
Regulatory frameworks
Legal analysis
Contract administration
Export law
Litigation support
Insurance law
Fund formation
Company secretarial
Ethics and compliance
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
CRM = customer relationship management
ERP = enterprise resource planning
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
gusto payroll = ~Gusto = gusto hr
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
SaaS = software as a service
B2B = business to business
B2C = business to consumer
D2C = Direct to consumer = dtc
SMB = small and medium sized business = ~SME = small business
ROI = return on investment
KPI = key performance indicator = kpis
OKR = Objectives and key results = okrs
NPS = Net promoter score
RFP = Request for proposal = Proposal writing = proposal development
SLA = service level agreement
Salesforce Marketing Cloud = marketing cloud = sfmc
Salesforce Service Cloud = service cloud
Salesforce Sales Cloud = sales cloud
Salesforce CPQ = cpq
Salesforce Administrator certification
Salesforce Flow
Experience Cloud = community cloud
Tableau CRM
Zoho CRM = zoho
Pipedrive
Freshsales
Attio
Close CRM
Copper CRM
SugarCRM
Affinity CRM
Insightly
Microsoft Power Platform = power platform
Power Automate = microsoft flow
Power Apps = powerapps
Power Pages
Dataverse
SAP SuccessFactors = successfactors
SAP FICO = sap fi
SAP MM = sap sd
SAP BW = sap bo
Workday Studio
Boomi = dell boomi
SnapLogic
Tray.io
Integromat
IFTTT
Automation Anywhere
Blue Prism
Process automation = workflow automation = business process automation
AI automation
AI tools = ai powered tools
Appian
Pega = pega platform
OutSystems
Mendix
Smartsheet = smart sheet
Wrike
Basecamp
Coda docs = ~Coda
Todoist
Quip
Evernote
Obsidian notes
Roam research
Guru knowledge base
Document360
Zendesk Guide
Zendesk Explore
Help Scout
Kustomer
Gorgias
Front app = front inbox
LiveChat
Drift chat
Salesforce Service
Freshservice
Jira Service Management = jira service desk
Jira administration
Talkdesk
Five9
Genesys
Aircall
RingCentral
Dialpad
NICE inContact
Call center software
vitally cs = ~Vitally
Planhat
Totango
Catalyst customer success
Rocketlane
GuideCX
WalkMe
Userpilot
Appcues
Whatfix
UserTesting = user testing
Dovetail research = ~Dovetail
Maze testing
Lookback
Optimal Workshop
SmartRecruiters
Workable ATS
Lever hiring
Greenhouse recruiting
iCIMS
Taleo
JazzHR
Teamtailor
Bullhorn
Loxo
HireVue
LinkedIn Recruiter Lite
SeekOut
hireEZ
Findem
Metaview
Lattice performance = ~Lattice
Culture Amp
15Five
Leapsome
Workday Recruiting
HiBob = hibob hr
Personio
TriNet = justworks
HRIS = human resources information system = hris systems
HCM systems = human capital management
Learning management systems = lms
Cornerstone OnDemand
Docebo
Articulate 360 = articulate storyline = articulate rise
Adobe Captivate
Moodle
Canvas LMS
Blackboard LMS
E-learning = elearning
Training delivery
Classroom management
SCORM
Boolean search
Technical recruiting
Executive search
Benefits administration
Employee engagement
Employee onboarding
Succession planning
labour law
HR analytics = people analytics
SHRM = shrm-cp = phr certification
DEI programs = diversity and inclusion programs
Executive coaching
Expense reporting = expense reports
Office administration
Facilities management
Event logistics
Data room
Google Meet
Google Suite = google apps
Microsoft Teams = ms teams
Microsoft Outlook = ms outlook = ~Outlook
Microsoft Word = ms word
OneNote
OneDrive
Box platform
Visio = microsoft visio
draw.io
Keynote presentations = ~Keynote
Calendly
Loom videos
Otter.ai
Read.ai
PandaDoc
Adobe Sign = adobe acrobat
Webex
Signal messaging
WhatsApp Business = whatsapp
Shipstation
Amazon FBA
Amazon Seller Central = seller central = amazon vendor central
Toast POS
Lightspeed POS
Clover POS
Oracle NetSuite administration
Product information management
Portfolio project management = ~PPM
PMP = project management professional
PRINCE2
CAPM
Certified ScrumMaster = csm certification = certified scrum master
PMI-ACP
Risk assessments project
Gantt charts
Business process modeling = bpmn
Business case development = business cases
Management consulting = strategy consulting
Gap analysis
SWOT analysis
Market sizing = tam analysis
Benchmarking
Service design
Service delivery
customer success management
Account management = key account management
Client management
Quality monitoring support
CSAT
Net revenue retention = net retention
Quarterly business reviews = qbrs = business reviews
Escalation management
Community moderation
Content moderation
Salesforce Nonprofit Cloud = nonprofit cloud = npsp = nonprofit success pack
Salesforce Health Cloud
Salesforce Data Cloud
Salesforce Platform Developer = platform developer certification
Pardot account engagement = account engagement
Einstein AI = salesforce einstein = agentforce
Business processes = business process management = ~BPM
ADKAR = prosci
Compensation strategy = compensation design = compensation analysis = compensation management
Learning and development programs
Talent management = talent development
interview techniques = structured interviews
Vendor negotiation = supplier negotiations
Cost reduction
Meeting facilitation = workshop facilitation
Solutions engineering = sales engineering = presales = pre sales
Product management
Business development
Accounting
Recruiting coordination = interview scheduling = recruitment coordination
Customer service = customer support = customer care
Technical support = it support = tech support
Supply chain management = supply chain
Logistics
Business operations
Sales operations
Revenue operations = revops
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
linkedin recruiter = ~LinkedIn = linkedin ads = linkedin campaign manager
User-generated content = UGC
Product-led growth = plg
GTM = go to market
OOH = out of home
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
Digital marketing = online marketing
Marketing strategy
Marketing campaigns
Integrated marketing = integrated campaigns
Multi-channel marketing = omnichannel marketing
Brand marketing
Field marketing
Channel marketing
Mobile marketing
SMS marketing
Video marketing
Inbound marketing
Outbound marketing
Guerrilla marketing
referral marketing
Loyalty programs
Creator economy = creator marketing = creator partnerships
Programmatic advertising = programmatic = programmatic media
Display advertising = display ads
Social media advertising = paid social = social ads
Social media marketing = social media management
Social listening
Google Search Ads = google search campaigns
Google Search Console = search console
Google Shopping
Microsoft Advertising = bing ads
Apple Search Ads
TikTok Ads
Twitter Ads = x ads
Snapchat Ads = snap ads
Pinterest Ads
YouTube Ads
Reddit Ads
Facebook Ads Manager = meta business suite
Google Display & Video 360 = dv360
The Trade Desk
Google Campaign Manager = dcm = cm360
Search Ads 360
AppLovin = applovin max
Unity Ads
ironSource
Vungle
AdMob
Google Ad Manager = dfp
Header bidding = prebid
Real-time bidding = ~RTB
Supply-side platforms = ~SSP
Ad operations = ad ops = adops
Ad tech = adtech
Ad creative
Ad monetization
Media planning
Media strategy
Attribution modeling = attribution models = multi touch attribution
AppsFlyer
Adjust attribution = ~Adjust
Singular attribution = ~Singular
Branch.io
Kochava
Sensor Tower = data.ai
SEMrush
Ahrefs
Moz
Screaming Frog
SpyFu
SimilarWeb
Surfer SEO
Technical SEO
On-page SEO
Local SEO
Link building
Keyword research
Content management = content planning
Content calendars = editorial calendar
Blogging
White papers = whitepapers
Press releases
Crisis communications
Internal communications
Corporate communications
Executive communications
Speechwriting
Journalism
Editing tools
AP style
Copy optimization
Landing pages = landing page optimization
Conversion funnels = sales funnels = marketing funnels
Customer acquisition
Customer segmentation = market segmentation
Customer lifecycle
Customer lifetime value = ~LTV = ltv/cac
Customer acquisition cost = ~CAC
Return on ad spend = roas
Positioning and messaging = product positioning = messaging and positioning
Product launches
Sales collateral = battle cards = battlecards
Competitive research
Consumer insights = customer insights
Focus groups
Trade shows = tradeshows = conferences and trade shows
Co-selling = co sell
Partner management = partnership management = partner relationship management = channel partnership management
Strategic partnerships = strategic alliances = agency partnerships
Partner enablement
Managed service providers = ~MSP
Value-added resellers = ~VAR
Systems integrators
OEM partnerships
ActiveCampaign
Constant Contact
SendGrid
Mailgun
MoEngage
CleverTap
Sailthru
Emarsys
Attentive SMS
Postscript SMS
Yotpo
Bloomreach
Dynamic Yield
Optimove
Eloqua
Unbounce
Instapage
Leadpages
Clearbit
6sense
Demandbase
Terminus ABM
Bombora
Qualified chat
Chili Piper
Calendly scheduling
Goldcast
Hopin
ON24
Cvent
Eventbrite
Splash events
Bizzabo
Hootsuite
Sprout Social
Buffer social = ~Buffer
Later social
Sprinklr
Brandwatch
Meltwater
Cision
Muck Rack
Grin influencer
Aspire influencer
Upfluence
LinkedIn marketing
Wistia
Vimeo
Vidyard
StreamYard
Discord communities
Sales development
Technical sales
Retail sales
Outbound sales = outbound prospecting
Inbound sales
Full sales cycle = full cycle sales = full cycle selling
Sales strategy
Sales forecasting tools
Sales presentations = product demos = product demonstrations = software demos
Sales training
Sales management
Sales reporting
Sales negotiations
Sales engagement platforms = sales engagement tools
Command of the Message
Challenger sale
SPIN selling
Sandler sales = sandler training
BANT
Miller Heiman
Force Management
Lead nurturing = lead nurture
Lead management
Deal desk
Deal structuring
Bid management
Territory planning tools
Cold email = cold emailing
Social selling
Revenue forecasting
Contract negotiation saas
Customer references
Customer advocacy = customer advocacy programs
Customer education
Client onboarding
User onboarding
Adoption strategies
Churn reduction = churn analysis = churn prevention
Retention strategies
Seamless.ai
Lusha
Cognism
Instantly.ai
Lemlist
Smartlead
Orum dialer
Nooks dialer
Clari
Chorus.ai
Highspot
Seismic enablement
Showpad
Mindtickle
Consensus demo
Navattic
Reprise demo
Walnut demo
Gong Engage
Groove sales
LeanData
DealHub
Crossbeam
PartnerStack
Impartner
G2 reviews
Tradeify
E-commerce = ecommerce
marketplace management
Merchandising
Visual merchandising
Category management
Retail operations
Store operations
Cash handling
HACCP
Hospitality management
Event production
Property management
Yardi
AppFolio
RealPage
CoStar
MLS
Real estate license
Leasing
Product discovery
Product development
Product operations
Product requirements = prd
Productboard
Aha! roadmaps
Jira Product Discovery
Go-to-market strategy = gtm strategy
Market expansion
Technical leadership
Engineering management
Agile coaching
OKR planning
Grant writing = grants management
Nonprofit fundraising
Donor management
Raiser's Edge
Volunteer management
simultaneous interpretation
Subtitling
CAT tools = trados
Transcription
Tutoring
STEM education
Early childhood education
Research methods = research methodology
Literature review
Academic writing
Scientific writing
Scientific research
iGaming = online gaming = online gambling
Casino gaming
Player retention
VIP management
Affiliate programs = affiliate
Paid acquisition
Organic growth = organic social
Go-to-market planning
Sales cycles = sales cycle management
Sales methodologies
Sales prospecting tools
Field events
Developer marketing
Content production
Thought leadership
developer communities
Technical content
Marketing technology = martech
Sales processes
RFI responses
Competitive positioning
Campaign planning = campaign execution = campaign strategy
Technical marketing = technical content creation
Software sales = enterprise sales = saas selling
Healthcare sales = medical sales = pharmaceutical sales
Go-to-market motions = gtm motions = go to market execution = gtm execution
Sales leadership = sales team leadership
Event coordination = large scale events
# Product and design
user experience = UX
user interface = UI = ui design = User interface design = interface design
User research = ux research = user interviews
Usability testing = usability tests = usability studies
Wireframing = wireframes = wireframe
Prototyping = prototypes = rapid prototyping
Design systems = design system
Interaction design
Human-computer interaction = ~HCI
Information architecture
Visual design
Typography
Figma
sketch app = ~Sketch
Canva
Adobe Creative Suite = adobe creative cloud = adobe suite = creative suite = creative cloud = adobe cc = adobe products
Photoshop = adobe photoshop
Illustrator = adobe illustrator
InDesign = in design = adobe indesign
Lightroom = Adobe Lightroom
After Effects = aftereffects = adobe after effects
Premiere Pro = adobe premiere = adobe premiere pro = premiere
DaVinci Resolve
Final Cut Pro = final cut
Blender = Blender 3D
Autodesk Maya = ~Maya
Houdini = sidefx houdini
Cinema 4D = c4d
ZBrush
Substance Painter = substance designer
Photogrammetry = 3D reconstruction = nerf = gaussian splatting
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
Storyboarding = storyboards
Voiceover = voice over
Sound design
Photography
VFX = Visual effects
Computer graphics = graphics programming = real time rendering
Shaders = shader = HLSL = glsl = shader programming
OpenGL = open gl
Vulkan = Vulkan API
Unity = unity3d = unity 3d = Unity engine
Unreal Engine = ~Unreal = ue5
Godot
Game development = gamedev = game engines
Game design
Level design
Live operations = liveops = live ops
Augmented reality = ~AR
Virtual reality = VR = vr development
Instructional design
3D graphics = 2d graphics
Design leadership
Gutenberg editor = wordpress gutenberg = ~Gutenberg
Story mapping = user story mapping
Mixed-methods research
Website design = website development
Design critique
Data-driven design
Responsive websites
Visual communication
Component design = design components = component based design
Auto layout
# Management and operations
Project management
Program management
Product strategy = product vision
Roadmapping = product roadmap
Project planning
Stakeholder management = stakeholder engagement
Change management
Vendor management = supplier management
Process improvement = Business process improvement = process mapping
Performance management
Workforce planning = headcount planning = workforce management
Organizational design = Organizational development = org design = organization design = organisational design
Compensation planning = Compensation and benefits
Employee relations
Employer branding = employer brand
Campus recruiting = university recruiting
People management = team management = Team leadership = managing people
Strategic planning = Business strategy = corporate strategy
Resource planning = resource management = resource allocation
Quality management = Quality management systems = qms
Operational excellence = Operations management
Knowledge management = Knowledge base
Standard operating procedures = sops
Business analysis
Business development strategy
Supply chain planning
Demand planning
Inventory management = inventory control
Logistics planning
Fleet management
Forklift = Forklift operation = forklift certification
Full-cycle recruiting = full cycle recruitment = end to end recruiting = full lifecycle recruiting
Talent sourcing = Sourcing candidates = candidate sourcing = direct sourcing
Public speaking
Calendar management = calendaring
Travel management = Travel coordination = travel arrangements
Customer service skills
Lesson planning
Curriculum development = curriculum design
Special education
# Trades
HVAC = hvac systems
Plumbing
Carpentry
Blueprint reading = reading blueprints = technical drawings = engineering drawings
OSHA = occupational safety
Food safety = servsafe = food handling
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
# Design
Design tokens
Iconography
Color theory
Layout design
Branding = brand identity = brand guidelines = visual identity
Logo design
Print design
Packaging design
Web design
Mobile design
App design
User experience design = ux design = ui/ux = ux/ui
Product design
Graphic design
Character animation = rigging
Lighting design
Videography
Photo editing
Audio engineering = audio production
Music production
Podcast production = podcasting
Scriptwriting = script writing
Creative direction = art direction
Design thinking
Usability
Persona development = user personas
Card sorting
Heuristic evaluation
Human-centered design = user centered design
UX writing = content design
Conversation design = conversational design
FigJam
Adobe XD
InVision
Zeplin
Axure = axure rp
Balsamiq
Principle app
ProtoPie = origami studio
Adobe Audition
Adobe Animate
Adobe Firefly
Avid Media Composer
CapCut
CorelDRAW
Affinity Designer
procreate app = ~Procreate
3ds Max = 3dsmax
Nuke compositing
Spine animation
Rive animation = ~Rive
Marvelous Designer
KeyShot
V-Ray
Arnold renderer
Octane Render
Redshift renderer
Unreal Blueprints
Logic Pro
Pro Tools
Ableton = ableton live
FL Studio
Wwise
FMOD
Gameplay design
Game economy design = game economy = game balancing
Monetization
Game analytics
Narrative design
`;
