/** Skills, tools and fields of knowledge: one group a line. See `parseSpellingGroups`. */
export const SKILLS = `
# Languages
javascript = js = java script = ecmascript
typescript = ~ts = type script
python = python3 = ~py
golang = ~go = go language
c++ = cpp = cplusplus = c plus plus
c# = csharp = c sharp
.net = dotnet = dot net = .net core
visual basic = vb = vb.net
objective c = objectivec = ~objc
ruby on rails = rubyonrails = ~rails = ~ror
kotlin multiplatform = kmp
swiftui = swift ui
html = html5
css = css3
sass = scss
structured query language = sql
pl/sql = plsql
t sql = tsql = transact sql
bash = shell scripting = shell script
r programming = rstats = ~r
# Web and mobile
node.js = nodejs = node js = ~node
react = react.js = reactjs = react js
react native = reactnative
next.js = nextjs = next js
vue = vue.js = vuejs = vue js
nuxt = nuxt.js = nuxtjs
angular = angular.js = angularjs
sveltekit = svelte kit
express.js = expressjs = express js
nest.js = nestjs = nest js
three.js = threejs = three js
d3 = d3.js = d3js
jquery = j query
tailwind = tailwindcss = tailwind css
webassembly = wasm
graphql = graph ql
rest api = restful api = restful = rest apis
grpc = g rpc
spring boot = springboot
asp.net = asp.net core = aspnet core
fast api = fastapi
progressive web app = pwa
single page application = ~spa
content management system = cms
wordpress = word press
# Data
postgresql = postgres = postgre sql = psql = ~pg
mysql = my sql
microsoft sql server = mssql = ms sql = sql server
mongodb = mongo = mongo db
nosql = no sql
elasticsearch = elastic search = ~elastic
opensearch = open search
clickhouse = click house
dynamodb = dynamo db
bigquery = big query
redshift = amazon redshift
databricks = data bricks
apache spark = pyspark = ~spark
apache kafka = kafka
apache airflow = airflow
apache flink = flink
data build tool = dbt
extract transform load = etl = elt
power bi = powerbi = microsoft power bi
looker = looker studio = lookml
google analytics = ga4
excel = microsoft excel = ms excel
google sheets = gsheets
spreadsheet = spreadsheets
big data = bigdata
data warehouse = datawarehouse = data warehousing = dwh
data visualization = data visualisation = dataviz
a/b testing = ab testing = split testing
# Machine learning
machine learning = ml = maschinelles lernen = apprentissage automatique = aprendizaje automático = 機械学習
deep learning = deeplearning
large language model = llm = large language models = llms
generative ai = genai = gen ai
retrieval augmented generation = ~rag
natural language processing = nlp
computer vision = ~cv
reinforcement learning = ~rl
reinforcement learning from human feedback = rlhf
pytorch = py torch
tensorflow = tensor flow
scikit learn = sklearn
hugging face = huggingface
open ai = openai
langchain = lang chain
prompt engineering = prompting
optical character recognition = ocr
graphics processing unit = gpu = gpus
high performance computing = hpc
# Infrastructure
kubernetes = k8s = kube
amazon web services = aws
google cloud platform = gcp = google cloud
microsoft azure = azure
elastic kubernetes service = eks
google kubernetes engine = gke
azure kubernetes service = aks
elastic compute cloud = ec2
infrastructure as code = iac
continuous integration = ci/cd = cicd = continuous delivery = continuous deployment
github actions = gh actions
gitlab ci = gitlab ci/cd
argo cd = argocd
opentelemetry = otel = open telemetry
operating system = ~os
linux = gnu/linux
macos = mac os = os x
virtual machine = ~vm = virtual machines
load balancing = load balancer
single sign on = sso
open id connect = oidc = openid connect
oauth = oauth2 = oauth 2.0
saml = saml 2.0
security information and event management = siem
endpoint detection and response = edr
zero trust = zerotrust
virtual private network = vpn
software defined networking = sdn
mobile device management = mdm
microservices = micro services = microservice
serverless = server less
distributed systems = distributed computing
test driven development = tdd
domain driven design = ddd
object oriented programming = oop
application programming interface = api = apis
software development kit = sdk
peer to peer = p2p
real time operating system = rtos
internet of things = iot
augmented reality = ~ar
virtual reality = vr
field programmable gate array = fpga
application specific integrated circuit = asic
printed circuit board = pcb
computer aided design = cad
solidworks = solid works
autocad = auto cad
programmable logic controller = plc
unreal engine = ~unreal = ue5
unity = unity3d = unity 3d
visual effects = vfx
# Crypto and finance
web3 = web 3 = web 3.0
cryptocurrency = crypto = kryptowährung
decentralized finance = defi = decentralised finance
ethereum virtual machine = evm
non fungible token = nft = nfts
smart contract = smart contracts
generally accepted accounting principles = gaap = us gaap
international financial reporting standards = ifrs
sarbanes oxley = ~sox
foreign exchange = ~fx = forex
point of sale = ~pos
enterprise resource planning = erp
software as a service = saas
business to business = b2b
business to consumer = b2c
direct to consumer = d2c = dtc
small and medium sized business = smb = ~sme = small business
return on investment = roi
key performance indicator = kpi = kpis
objectives and key results = okr = okrs
request for proposal = rfp
service level agreement = sla
revenue cycle management = ~rcm
electronic health record = ehr = emr = electronic medical record
# Fields
search engine optimization = seo = search engine optimisation
search engine marketing = ~sem
pay per click = ppc
customer relationship management = crm
know your customer = kyc
know your business = kyb
anti money laundering = aml
identity and access management = iam
governance risk and compliance = grc
mergers and acquisitions = m&a
go to market = gtm
quality assurance = qa = qualitätssicherung = assurance qualité
content marketing = content marketer
performance marketing = paid marketing
public relations = ~pr = öffentlichkeitsarbeit = relations publiques
# Rules and standards
general data protection regulation = gdpr = dsgvo = rgpd
health insurance portability and accountability act = hipaa
soc 2 = soc2 = soc ii
iso 27001 = iso27001
payment card industry = pci dss = ~pci
security clearance = ts/sci = secret clearance = top secret
web content accessibility guidelines = wcag
accessibility = a11y
internationalization = i18n = internationalisation
localization = l10n = localisation
# Tools
salesforce = sfdc = sales force
hubspot = hub spot
netsuite = net suite = oracle netsuite
quickbooks = quick books
zendesk = zen desk
sap s/4hana = s/4 hana = s4hana = sap hana
service now = servicenow
google workspace = g suite = gsuite
microsoft office = ms office = office 365 = o365 = microsoft 365
google ads = adwords = google adwords
meta ads = facebook ads
adobe creative suite = adobe creative cloud
after effects = aftereffects = adobe after effects
premiere pro = adobe premiere = adobe premiere pro
photoshop = adobe photoshop
illustrator = adobe illustrator
indesign = in design = adobe indesign
webflow = web flow
youtube = you tube
tiktok = tik tok
linkedin = linked in
github = git hub
gitlab = git lab
atlassian jira = jira
product led growth = plg
user generated content = ugc
search ads = paid search
out of home = ooh
# Spoken languages
german = deutsch = allemand = alemán = ドイツ語
french = französisch = français = francés = フランス語
spanish = spanisch = espagnol = español = スペイン語
english = englisch = anglais = inglés = 英語
italian = italienisch = italiano = italien
japanese = japanisch = japonais = japonés = 日本語
chinese = mandarin = chinesisch = chinois = 中国語
portuguese = portugiesisch = portugais = portugués
dutch = niederländisch = néerlandais = holländisch
korean = koreanisch = coréen = 한국어
# Without other spellings
java
kotlin
scala
rust
ruby
php
perl
haskell
elixir
erlang
clojure
f#
matlab
solidity
cobol
fortran
lua
dart
flutter
svelte
ember.js
django
flask
laravel
symfony
hibernate
webpack
vite
redux
storybook
cypress
playwright
selenium
jest
snowflake
hadoop
hive
trino
pandas
numpy
tableau
metabase
superset
segment
amplitude
mixpanel
sqlite
oracle database = oracle db
redis
cassandra
neo4j
rabbitmq
celery
temporal
terraform
pulumi
ansible
puppet
jenkins
circleci = circle ci
helm
docker
nginx
envoy
istio
prometheus
grafana
datadog = data dog
splunk
sentry
pagerduty = pager duty
cloudflare
vercel
heroku
firebase
supabase
websockets = websocket
protobuf = protocol buffers
cuda
ros2
verilog
vhdl
systemverilog = system verilog
stm32
mlflow = ml flow
jax
computer graphics
blender
maya
houdini
photogrammetry
opengl = open gl
vulkan
figma
sketch app
canva
lightroom
cinema 4d
notion
asana
slack
confluence
airtable
intercom
gainsight
marketo
pardot
klaviyo
braze
mailchimp
iterable
outreach.io
gong
salesloft = sales loft
workday
greenhouse
lever ats
rippling
gusto
bamboohr = bamboo hr
docusign = docu sign
shopify
magento
stripe
twilio
sap
dynamics 365 = microsoft dynamics
sharepoint = share point
active directory
okta
jamf
intune
linux kernel
embedded systems = embedded linux
firmware
robotics
lidar
slam
gis = geographic information systems
remote sensing
gd&t = geometric dimensioning and tolerancing
finite element analysis = fea
computational fluid dynamics
six sigma
lean manufacturing
iso 9001
iso 13485
gmp = good manufacturing practice
gcp compliance = good clinical practice
crispr
pcr
flow cytometry
mass spectrometry
bioinformatics
genomics
proteomics
molecular biology
cell culture
next generation sequencing = ngs
clinical trials = clinical trial
biostatistics
epidemiology
pharmacology
regulatory affairs
medical coding
prior authorization
telehealth = telemedicine
cognitive behavioral therapy = cbt
phlebotomy
blockchain
ethereum
bitcoin
web scraping
data modeling = data modelling
data governance
data mining
data analysis = data analytics
statistics
econometrics
forecasting
financial modeling = financial modelling
budgeting
bookkeeping
payroll
internal audit
external audit
due diligence
underwriting
risk management
fraud detection
credit risk
actuarial science
treasury management
tax compliance
transfer pricing
derivatives
fixed income
private equity
venture capital
contract negotiation
intellectual property
privacy law
employment law
litigation
copywriting
proofreading
storytelling
brand strategy
email marketing
influencer marketing
affiliate marketing
lead generation
demand generation
account based marketing = abm
market research
event management
social media
public speaking
cold calling
negotiation
sales forecasting
customer retention
user research
usability testing
wireframing
prototyping
design systems = design system
interaction design
information architecture
typography
illustration
animation
video editing
sound design
agile methodologies = agile development = agile methodology
scrum
kanban
project planning
stakeholder management
change management
vendor management
inventory management
demand planning
supply chain planning
warehouse management
forklift
hvac
plumbing
welding
carpentry
machining
cnc
soldering
blueprint reading
osha
food safety
barista
lesson planning
curriculum development
special education
first aid
driving licence = driver's license = driver's licence
polish
russian
arabic
hebrew
hindi
swedish
danish
norwegian
finnish
turkish
ukrainian
czech
thai
vietnamese
`;
