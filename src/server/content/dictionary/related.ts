/**
 * Roles and fields that a search probably also means, besides the roles and fields that it names. Each line has a
 * search and what is related to it, the closest first, in spellings of the dictionary.
 */
export const RELATED = `
# Software
developer > software engineer
programmer > software engineer
coding > software engineer, developer
software engineer > back end engineer, front end engineer, full stack engineer, platform engineer, product engineer
web developer > front end engineer, full stack engineer
front end engineer > full stack engineer, product engineer, ui engineer
back end engineer > platform engineer, full stack engineer, software engineer
full stack engineer > product engineer, software engineer
mobile developer > ios engineer, android engineer, react native
ios developer > mobile engineer
android developer > mobile engineer
game developer > unity developer, gameplay engineer, game engineer, unreal developer
embedded engineer > firmware, hardware engineer
site reliability engineer > devops engineer, platform engineer, infrastructure engineer
devops engineer > site reliability engineer, platform engineer, infrastructure engineer, cloud engineer
platform engineer > infrastructure engineer, devops engineer, site reliability engineer
infrastructure engineer > platform engineer, site reliability engineer, devops engineer
cloud engineer > infrastructure engineer, platform engineer, devops engineer
quality assurance > quality assurance engineer, test engineer, software development engineer in test
quality assurance engineer > test engineer, software development engineer in test, test automation
solutions architect > solutions engineer, sales engineer
sales engineer > solutions engineer, solutions architect, solutions consultant
solutions engineer > sales engineer, solutions architect, forward deployed engineer
forward deployed engineer > solutions engineer, implementation engineer
engineering manager > development manager, engineering lead, manager engineering, engineering head, tech lead
engineering director > engineering head, vice president engineering
systems administrator > it administrator, it support, system engineer, system administrator
network engineer > network administrator, networking, network architect, infrastructure engineer
it support > technical support, help desk, systems administrator, it specialist
technical support > support engineer, customer support
support engineer > technical support, customer support engineer
information security > security engineer, cyber security, security
cyber security > security engineer, information security, security analyst, security
security engineer > application security, product security, information security
security analyst > information security, security operations
application security > product security, security engineer
product security > application security, security engineer
penetration tester > offensive security, red team
database administrator > data engineer, database engineer
developer relations > developer advocate, community
technical program manager > program manager
technical writer > documentation, content designer, technical content, content writer
software architect > solutions architect, architect, principal software engineer, technical lead
architect > solutions architect, software architect, technical architect, enterprise architect
cloud architect > solutions architect, cloud engineer, infrastructure architect
data architect > data engineer, data modeling, solutions architect
enterprise architect > solutions architect, architect
product engineer > full stack engineer, software engineer
design engineer > front end engineer, product designer, ui engineer
ai architect > solutions architect, ai engineer
systems engineer > infrastructure engineer, system administrator, network engineer, platform engineer
tech lead > engineering lead, staff software engineer, lead engineer, engineering manager
engineering lead > tech lead, engineering manager, lead engineer
engineering head > engineering manager, engineering lead, chief technology officer
chief technology officer > engineering head, engineering director
release manager > release engineer, build engineer, devops engineer
build engineer > release engineer, devops engineer
member of technical staff > software engineer, research engineer
it administrator > systems administrator, it support, it engineer
it manager > it lead, it administrator, it director, corporate it
it engineer > it support, systems administrator, it administrator
it specialist > it support, it administrator
information technology > it support, systems administrator
network administrator > network engineer, systems administrator
networking > network engineer
quality engineer > quality assurance engineer, quality assurance, test engineer
quality manager > quality assurance, quality engineer
data platform > data engineer, platform engineer
salesforce developer > salesforce administrator, salesforce engineer, salesforce architect
salesforce administrator > salesforce developer, salesforce analyst, business systems analyst, crm
business systems analyst > business analyst, systems analyst, business systems
business systems > business systems analyst, enterprise application, systems administrator
integration engineer > solutions engineer, implementation engineer, api
implementation engineer > solutions engineer, implementation, integration engineer
developer advocate > developer relations, community
developer experience > developer tool, platform engineer
game designer > level designer, game design, game producer
game artist > 3d artist, 2d artist, concept artist, technical artist, artist
3d artist > game artist, environment artist, technical artist, animator, artist
level designer > game designer
game producer > producer, game designer
producer > production, project manager, content producer
sound designer > audio, sound
vfx > technical artist, artist
firmware > embedded engineer
robotics > robotics engineer, mechatronics, autonomy
robotics engineer > robotics, controls engineer, mechatronics engineer
controls engineer > control engineer, automation engineer, electrical engineer
automation engineer > test automation, controls engineer, automation
automation > automation engineer
# Security
security > security engineer, information security, cyber security
security operations > security analyst, incident response, security engineer
incident response > security operations, security analyst
threat intelligence > security researcher, threat
trust and safety > content moderator, fraud, risk, policy
content moderator > trust and safety, moderation, content
privacy > privacy counsel, data protection, compliance
# Data and research
data scientist > data science, machine learning engineer, applied scientist, data analyst
data analyst > business intelligence, analytics, product analyst, business analyst
data engineer > data platform, analytics engineer, etl
analytics engineer > data engineer, business intelligence
analytics > data analyst, analyst, business intelligence
machine learning engineer > ai engineer, machine learning, applied scientist
machine learning > ai engineer, artificial intelligence, data scientist
ai engineer > machine learning engineer, artificial intelligence, machine learning
artificial intelligence > machine learning, ai engineer
business intelligence > data analyst, analytics
business analyst > product analyst, data analyst, business operations
research scientist > research engineer, machine learning engineer
quantitative analyst > quantitative trader, quantitative researcher, quantitative developer, trader, quantitative
data science > data scientist, machine learning engineer, data analyst
data > data analyst, data scientist, data engineer, analytics
data entry > data specialist, administrative assistant, back office
data annotation > annotator, data labeling, ai trainer
research engineer > research scientist, machine learning engineer, applied scientist
researcher > research scientist, research
research > research scientist, research engineer
research assistant > research associate, research scientist, research analyst, research intern
research associate > research assistant, research scientist, research analyst
research analyst > research, analyst, research associate
applied scientist > research scientist, machine learning engineer, data scientist
ai researcher > research scientist, machine learning engineer, research engineer, applied scientist
mlops > machine learning engineer, machine learning platform, machine learning infrastructure
product analyst > data analyst, product analytics, business analyst
marketing analyst > marketing analytics, growth analyst, data analyst
operations analyst > business operations, business analyst, data analyst
analyst > data analyst, business analyst, financial analyst
quantitative developer > quantitative software engineer, quantitative engineer, quantitative trader, quantitative analyst, quantitative
quantitative > quantitative trader, quantitative developer, trader
statistician > data scientist, biostatistician, quantitative analyst
actuary > actuarial, risk analyst
# Product and design
product owner > product manager
product manager > product management, product owner, product lead
product management > product manager
project manager > program manager, project coordinator, project lead, delivery manager, technical program manager, implementation manager
program manager > project manager, program lead, technical program manager, operations program
scrum master > agile, delivery manager
product designer > ux designer, ui designer, design
ux designer > product designer, user experience, interaction designer
ui designer > product designer, visual designer, ux designer
user experience > product designer, ux designer, ux researcher
user interface > product designer, ui designer
ux researcher > user research, product research
graphic designer > brand designer, visual designer, marketing designer, communication designer
visual designer > graphic designer, brand designer
illustrator > artist, graphic designer
motion designer > motion graphic, animator, motion, video, graphic designer
video editor > video, videographer, video producer, motion designer, content creator
animator > animation, motion designer, 2d artist, 3d artist
art director > creative director
creative director > art director, brand director
artist > animator, illustrator
design manager > design lead, design head
designer > design
copywriter > content writer, writer, content, creative
writer > copywriter, editor, content writer
author > writer, editor
editor > editorial, writer, content
journalist > reporter, editor, writer
content writer > copywriter, content
publishing > editor, editorial, publisher
technical product manager > product manager, product owner, technical program manager
product lead > product manager, product head, product director
product head > product director, product lead, chief product officer
chief product officer > product head, product director
product operations > product manager, operations, product analyst
project coordinator > project manager, program coordinator, project administrator, operations coordinator
program coordinator > program manager, project coordinator, program associate
delivery manager > project manager, scrum master, service delivery, program manager
business operations manager > operations manager, business operations, chief of staff
product design > product designer, ux designer
design > designer, product designer
design head > design director, design manager, design lead
brand designer > graphic designer, visual designer, marketing designer, brand design, creative designer, motion designer
marketing designer > brand designer, graphic designer, visual designer
web designer > ui designer, web developer, product designer, visual designer
interaction designer > ux designer, product designer
service designer > ux designer, product designer
video > video editor, video producer, motion, content creator
photographer > videographer, content creator, photo
creative > creative director, designer, creative strategist
creative strategist > creative, copywriter, brand strategist, marketing creative
content creator > content producer, video creator, creator, social media, influencer
content designer > ux writer, content strategist
content strategist > content marketing, content manager, copywriter
content manager > content marketing, content strategist, editor, content
content > content writer, copywriter, editor
user research > ux researcher
# Sales and customers
sales > account executive, business development, sales development representative, account manager
sales representative > account executive, sales development representative, sales associate, business development representative
account executive > sales executive, sales representative, account manager
account manager > customer success manager, key account manager, relationship manager
sales development representative > business development representative, sales representative
business development representative > sales development representative
business development > partnership, account executive, sales development representative
sales manager > sales lead, sales head, regional sales
sales operations > revenue operations, sales strategy
revenue operations > sales operations, business operations
customer success > customer success manager, account manager, customer experience
customer success manager > customer success, account manager, client partner
customer support > customer experience, technical support, support specialist, customer success, support representative, support agent, product support, user operations
customer support representative > customer support, support specialist
customer experience > customer support, customer success, customer care
partnership > partner manager, business development, alliance
store manager > retail manager, assistant manager, store lead, store
store associate > retail, sales associate
cashier > store associate, retail
salesforce > crm, revenue operations
account director > account manager, client partner, account executive
client partner > account manager, account director, customer success manager
relationship manager > account manager, client partner, customer success manager
account coordinator > account manager, account associate, sales coordinator
technical account manager > customer success engineer, technical customer success, customer success manager, solutions engineer, account manager
customer success engineer > technical account manager, support engineer, solutions engineer, customer success manager
customer success director > customer success head, customer success manager
sales head > sales director, vice president sales, sales manager, sales lead
sales director > sales head, vice president sales, sales manager, regional sales
chief revenue officer > revenue head, vice president sales, sales head
sales lead > sales manager, sales head
sales executive > account executive, sales representative
sales associate > store associate, sales representative, retail
sales coordinator > sales operations, sales administrator, sales assistant
sales enablement > enablement, sales training, sales operations
enablement > sales enablement, training
field sales > outside sales, account executive, sales representative
inside sales > sales development representative, account executive, sales representative
outside sales > field sales, account executive, sales representative
enterprise sales > enterprise account executive, account executive, strategic account
solutions consultant > solutions engineer, sales engineer, solutions architect
deal desk > sales operations, revenue operations, pricing
pricing > pricing analyst, deal desk, revenue
channel manager > partner manager, channel sales, channel, alliance, partner account
partnerships manager > partnership, business development manager, alliance manager, channel
alliance manager > partner manager, partnership
partner > partnership, partnerships manager, alliance
business development manager > business development, partnerships manager, account executive, sales manager
customer support manager > customer experience manager, support manager, customer support lead, support lead
support specialist > customer support, technical support, support representative, support agent
support manager > customer support manager, support lead, support director
user operations > customer support, customer operations, support specialist
customer operations > customer support, customer experience, operations
call center agent > customer support representative, customer support, client support
customer onboarding > onboarding specialist, onboarding, implementation, customer success manager
onboarding specialist > implementation, customer onboarding, onboarding, customer success manager
onboarding > implementation, customer onboarding, customer success
implementation manager > implementation, onboarding, onboarding specialist, integration lead, deployment, project manager
implementation consultant > implementation, onboarding, solutions consultant
implementation > onboarding, implementation engineer, deployment, integration
deployment strategist > forward deployed engineer, deployment, implementation, engagement manager
engagement manager > client partner, consultant, account manager, deployment strategist
consultant > consulting, advisor, solutions consultant
consulting > consultant, advisor, engagement manager
retail > store associate, store manager, sales associate
merchandiser > merchandising, buyer, retail
# Marketing
marketing > growth, brand, content marketing, demand generation, communications
marketer > marketing, marketing manager, growth
marketing manager > marketing lead, marketing, growth marketing, brand manager, marketing specialist
product marketing manager > product marketing, product marketer, marketing manager
growth marketing > growth marketer, growth manager, performance marketing, growth, demand generation, lifecycle marketing, digital marketing
performance marketing > growth marketing, paid media, user acquisition, paid, digital marketing, growth
content marketing > content marketer, content manager, content, content strategist, copywriter, seo
search engine optimization > seo specialist, growth marketing, content marketing
social media > community manager, social media manager, content creator, social
social media manager > social media, community manager, content creator
community manager > community, social media, community lead, community engagement
communications > public relations, content, corporate communications, communications manager, internal communications
public relations > communications, media relations, public affairs
event manager > events, event, field marketing, conference
brand manager > brand, marketing manager
demand generation > growth marketing, marketing campaign
marketing head > marketing director, marketing lead, chief marketing officer
marketing director > marketing head, vice president marketing, marketing lead
chief marketing officer > marketing head, vice president marketing
marketing specialist > marketing manager, marketing associate, marketing coordinator, marketer
marketing coordinator > marketing associate, marketing specialist, marketing assistant, marketing
marketing operations > marketing automation, revenue operations, growth operations
digital marketing > performance marketing, growth marketing, marketing manager, paid media, search engine optimization
growth > growth marketing, growth manager, growth engineer, acquisition
growth manager > growth marketing, growth lead, growth, performance marketing
paid media > performance marketing, paid, user acquisition, media buyer, growth marketing
user acquisition > performance marketing, growth marketing, acquisition
lifecycle marketing > crm, email marketing, lifecycle, retention, growth marketing
email marketing > lifecycle marketing, crm, marketing automation
crm > lifecycle marketing, email marketing, lifecycle, retention
field marketing > event, field marketing manager, regional marketing, marketing
events > event manager, field marketing
event > event manager, field marketing, conference
event planner > event manager, event, event coordinator
event marketing > event manager, field marketing, event
partner marketing > product marketing, channel marketing, partnership
product marketing > product marketing manager, product marketer
influencer marketing > influencer, creator, social media, partnership
influencer > creator, social media
communications manager > public relations, communications, media relations
brand > brand manager, brand designer, brand marketing
brand marketing > brand manager, brand, marketing manager
# Business functions
human resources > human resources manager, human resources business partner, human resources generalist, people operations, people partner, hr business partner
people operations > human resources, people partner, people
hr manager > people operations, people partner, human resources
hr business partner > people partner, human resources
recruiter > talent acquisition, talent partner, sourcer, recruiting
talent acquisition > recruiter, talent, sourcer
sourcer > recruiter, talent acquisition
learning and development > training, enablement, instructional designer
accountant > accounting, controller, accounts payable, accounts receivable
accounting > accountant, controller, accounts payable, accounts receivable
bookkeeper > accountant, accounts payable, accounts receivable
controller > accounting manager, accountant
finance > financial, accounting, financial planning and analysis, strategic finance, accountant, treasury, controller
finance manager > finance lead, strategic finance, financial planning and analysis manager, accounting manager, financial planning and analysis, treasury manager, senior financial analyst, controller
financial analyst > finance, financial planning and analysis, analyst
financial planning and analysis > financial analyst, finance manager, strategic finance
treasury > treasury analyst, treasury manager, cash management, finance
tax > tax analyst, tax manager, accountant
lawyer > legal counsel, counsel, legal, general counsel
legal counsel > counsel, lawyer, legal
counsel > legal counsel, lawyer, general counsel, legal
legal > counsel, lawyer, paralegal, legal operations
paralegal > legal operations, legal, legal specialist, contract specialist
attorney > counsel, lawyer
compliance > compliance officer, compliance analyst, risk, regulatory, grc
compliance officer > compliance, risk
risk > compliance, fraud
policy > public policy, government relation, government affair, public affair
executive assistant > executive business partner, administrative assistant, assistant, chief of staff
administrative assistant > office manager, executive assistant, administrative, office administrator, receptionist
office manager > office coordinator, workplace experience manager, workplace manager, workplace, office administrator, facilities manager, facility
secretary > executive assistant, administrative assistant, office manager
chief of staff > business operations, founder associate, strategy, strategic project
operations manager > operations lead, operations head, business operations, operations, program manager
business operations > strategy and operations, operations, chief of staff
strategy > strategist, business operations, corporate development, strategy and operations, chief of staff
procurement > buyer, sourcing, purchasing, procurement manager, vendor, supply chain
buyer > procurement, sourcing, purchasing, planner
supply chain > supply chain manager, logistics, procurement, buyer, planner, operations
logistics > supply chain, fulfillment, shipping, warehouse, operations
facilities manager > facility, workplace, office manager, maintenance manager, building manager
generalist > business operations, chief of staff, founder associate, operations associate
founder > founder associate, founding
# People
human resources generalist > human resources, people operations, people generalist, human resources business partner
human resources specialist > human resources, people operations
human resources coordinator > human resources, people operations, people coordinator
people operations manager > human resources manager, people operations, people manager, people partner
people manager > human resources manager, people operations, people head
people head > human resources director, chief people officer, people director, people operations
chief people officer > people head, human resources director
human resources business partner > people business partner, people partner, human resources
recruiting coordinator > recruiting, talent acquisition, recruiter, talent
technical recruiter > recruiter, talent acquisition, sourcer, talent partner
recruiting > recruiter, talent acquisition, sourcer, talent
talent partner > recruiter, talent acquisition, talent
compensation > total reward, benefit, people analytics
compensation analyst > compensation, total reward, benefit, people analytics
benefits > compensation, total reward, people operations
training > learning and development, enablement, trainer, instructional designer
training manager > learning and development, enablement manager, training, trainer
trainer > training, instructor, enablement, coach
instructional designer > learning and development, curriculum, training
coach > trainer, instructor, teacher
# Finance and law
finance director > finance head, chief financial officer, finance manager, controller, strategic finance
finance head > finance director, chief financial officer, finance manager, controller
chief financial officer > finance head, finance director, vice president finance, controller
strategic finance > financial planning and analysis, finance manager, corporate finance, financial analyst
corporate finance > strategic finance, corporate development, financial analyst
corporate development > mergers and acquisitions, strategy, corporate finance
investment banking > investment, corporate development, mergers and acquisitions
investment > portfolio, investor, venture
investor > investment, portfolio
investor relations > investor, investment, strategic finance, communications
venture capital > investor, investment, venture
financial advisor > wealth, financial planner, financial consultant, investment advisor
accounting manager > controller, senior accountant, accounting, accounting lead
senior accountant > accounting manager, accountant
revenue accountant > accountant, revenue accounting, accounting
accounts payable > accountant, billing, accounts receivable, bookkeeper, account payable
accounts receivable > billing, collection, accountant, accounts payable, account receivable
billing > accounts receivable, billing specialist, invoicing, revenue operations
bookkeeping > accountant, accounting
payroll > payroll specialist, payroll manager, compensation, people operations, accountant
audit > internal audit, auditor, compliance, risk
auditor > audit, internal audit, compliance
trader > trading, quantitative trader, market making
trading > trader, market making
credit > credit risk, credit analyst, underwriter, lending
credit analyst > credit risk, credit, underwriter, mortgage analyst
credit risk > credit analyst, credit, risk analyst, underwriter
underwriter > underwriting, credit analyst, credit risk, loan
underwriting > underwriter, credit, risk
loan officer > mortgage, lending, loan, underwriter
mortgage > loan, underwriter, lending
lending > loan, credit, underwriter
collections > collection, accounts receivable, recovery
insurance > claim, underwriter, actuarial
claims > claim, insurance
fraud > fraud analyst, risk, trust and safety, financial crime
fraud analyst > fraud, risk analyst, financial crime, anti money laundering, transaction monitoring
financial crime > anti money laundering, fraud, compliance, kyc
aml > financial crime, compliance, kyc, fraud
kyc > aml, compliance, onboarding analyst
risk manager > risk, enterprise risk, risk analyst, compliance manager
risk analyst > risk, credit risk, fraud analyst
compliance manager > compliance officer, compliance, risk manager
compliance analyst > compliance, risk analyst, grc, compliance officer
grc > compliance, governance, security compliance, risk
regulatory > regulatory affair, compliance, regulatory counsel
public policy > policy, government relation, government affair, public affair
government relations > public policy, government affair, public affair, policy
legal operations > paralegal, legal, contract manager
general counsel > legal head, counsel, chief legal officer, legal director
legal head > general counsel, legal director, counsel
contract manager > contract specialist, contract, contract administrator, legal operations, commercial counsel
contracts > contract manager, contract specialist, contract administrator
privacy counsel > counsel, privacy, legal counsel, data protection
# Administration and operations
executive business partner > executive assistant, administrative assistant
assistant > executive assistant, administrative assistant
administrator > administrative, coordinator
receptionist > front desk, office manager, administrative assistant
workplace > office manager, workplace experience, facility
property manager > real estate, leasing, facility, property
real estate > property, leasing, real estate agent
general manager > country manager, chief executive officer, managing director, city manager, business unit, site manager, operations manager, market manager
country manager > general manager, market manager, regional manager
managing director > general manager, chief executive officer, director
chief executive officer > managing director, general manager, president
chief operating officer > operations head, operations director, vice president operations
operations > operations manager, operations associate, operations specialist, business operations
operations director > operations head, vice president operations, operations manager
operations head > operations director, vice president operations, operations manager
operations associate > operations specialist, operations analyst, business operations, operations coordinator, operations
operations specialist > operations associate, operations analyst, operations coordinator, operations
operations coordinator > operations associate, operations specialist, project coordinator, operations
strategy and operations > business operations, strategy, chief of staff, operations
founder associate > chief of staff, entrepreneur in residence, business operations, generalist
entrepreneur in residence > founder associate, general manager
virtual assistant > executive assistant, administrative assistant
procurement manager > procurement, sourcing manager, buyer, category manager, strategic sourcing, vendor
sourcing > procurement, buyer, sourcing manager
vendor > vendor manager, procurement
planner > planning, supply chain, scheduler
warehouse > warehouse worker, fulfillment, logistics, inventory, shipping
inventory > warehouse, supply chain, planner
delivery driver > driver, courier, delivery, logistics
truck driver > driver, delivery driver
# Health, education, industry and others
nurse > registered nurse, licensed practical nurse, nurse practitioner, clinical
registered nurse > nurse, licensed practical nurse, nurse practitioner
physician > medical director, psychiatrist, clinician, clinical
psychologist > therapist, counselor, mental health
therapist > counselor, psychologist, clinical
social worker > therapist, case manager, counselor
dietitian > nutrition
pharmacist > pharmacy
healthcare > health, clinical, nurse, medical, patient
doctor > physician, medical director, psychiatrist
medical > clinical, healthcare
teacher > tutor, educator, instructor, teaching, education
tutor > teacher, educator, instructor
education > teacher, curriculum, tutor, educator, learning
scientist > research scientist, researcher, biologist, chemist
biology > biologist, life science
mechanical engineer > mechanical design engineer, hardware engineer, manufacturing engineer, mechatronics engineer, mechanical
electrical engineer > electronics engineer, hardware engineer, electrical, power electronics, circuit, electronics
hardware engineer > electrical engineer, mechanical engineer, hardware, embedded engineer, asic
civil engineer > construction, structural engineer, geotechnical
construction > construction manager, site manager, project engineer, superintendent, capital project
manufacturing > production, process engineer, manufacturing engineer, manufacturing technician
operator > technician, production
technician > operator, mechanic, maintenance, installer
mechanic > technician, maintenance
electrician > technician, electrical
driver > delivery driver, truck driver, delivery, courier
warehouse worker > warehouse, fulfillment, logistics
cook > chef, kitchen, culinary
waiter > server, restaurant
security guard > security officer, guard
translator > localization, linguist, interpreter, translation
blockchain > web3, cryptocurrency, smart contract, decentralized finance
cryptocurrency > blockchain, web3, decentralized finance
web3 > blockchain, cryptocurrency
video game > game, gaming
gaming > game
animal > veterinary, pet
children > teacher, tutor, child, school
# Health
health > healthcare, clinical, medical, patient
clinical > clinician, medical, nurse, therapist
clinician > therapist, physician, nurse, clinical
medical director > physician, chief medical officer, clinical director, psychiatrist
chief medical officer > medical director, physician
psychiatrist > physician, psychiatric, psychologist
mental health > therapist, counselor, psychologist, psychiatrist, behavioral health
nurse practitioner > registered nurse, physician assistant, nurse
physician assistant > nurse practitioner, physician
medical assistant > patient care, clinical assistant, nurse, care coordinator, medical
care coordinator > patient care, case manager, care manager, care navigator, patient coordinator, care
caregiver > care, home health, patient care
case manager > care coordinator, social worker, care manager
pharmacy technician > pharmacy, pharmacist
pharmacy > pharmacist, pharmacy technician
physical therapist > physiotherapist, occupational therapist, exercise physiologist, therapist
dentist > dental
dental > dentist, dental hygienist
veterinarian > veterinary, animal
clinical research > clinical trial, clinical operations, clinical study
clinical research associate > clinical trial, clinical operations, clinical research, clinical study
clinical operations > clinical research, clinical trial, clinical program
medical science liaison > medical affair
medical billing > revenue cycle, billing, coder
# Education and science
teaching assistant > assistant teacher, teacher, tutor, teaching
professor > lecturer, teacher, faculty
lecturer > professor, teacher
curriculum > curriculum designer, instructional designer, education, teacher, content
childcare > teacher, nanny, early childhood
biologist > biology, research scientist, lab technician, life science
chemist > chemistry, formulation, research scientist
chemistry > chemist, formulation
chemical engineer > process engineer, chemistry, chemist
materials scientist > materials engineer, scientist, chemist
physicist > physics, research scientist, optical engineer
lab technician > laboratory technician, research associate, lab, technician, research assistant
laboratory > lab, lab technician
environmental > sustainability, climate, ehs
sustainability > climate, environmental, esg
climate > sustainability, energy, environmental
energy > power, solar, battery, grid
agriculture > farm, crop, agronomist
# Engineering, industry and trades
electronics engineer > electrical engineer, hardware engineer, embedded engineer
chip design > asic, rtl, physical design, silicon
process engineer > manufacturing engineer, process development, process integration, process
manufacturing engineer > process engineer, industrial engineer, production engineer, mechanical engineer, manufacturing
industrial engineer > manufacturing engineer, process engineer, production engineer
industrial designer > product designer, mechanical designer
optical engineer > optics, photonics, optical
aerospace engineer > propulsion, avionics, mechanical engineer, flight
test technician > technician, test engineer, integration technician
structural engineer > civil engineer, structural
construction manager > construction, project manager, superintendent, capital project
production manager > production lead, manufacturing manager, plant manager, operations manager, production supervisor
plant manager > production manager, site manager, operations manager
production > manufacturing, production technician, assembler
maintenance technician > maintenance, technician, mechanic, electrician, facility technician
manufacturing technician > production technician, technician, assembler, operator, machinist
electrical technician > electrician, technician, electrical
field technician > field service technician, technician, installer, field engineer
field service > field technician, field engineer, service technician
data center technician > data center, hardware technician, technician, critical facility
data center > data center technician, data center operations, critical facility
hvac technician > hvac, cooling, mechanical technician, maintenance technician
hvac > cooling, mechanical
machinist > cnc, machine operator, manufacturing technician, fabricator
welder > fabricator, welding
plumber > plumbing, pipefitter, hvac
installer > technician, installation
mining > mine, miner, mineral, geologist
geologist > geology, geotechnical, mineral, exploration
head chef > cook, kitchen, culinary
restaurant > chef, cook, waiter, server
hospitality > hotel, restaurant, guest
travel > tourism, hotel
barista > coffee, server
housekeeper > cleaner, housekeeping
# Media and others
music > audio, artist, sound
localization > translator, linguist, translation
interpreter > translator, linguist
linguist > translator, localization, language
nonprofit > foundation, fundraising, social impact
fundraising > development director, philanthropy, grant
grant writer > grant, fundraising, writer
government > public sector, federal, government relation
public sector > government, federal
defense > military, government, federal
sports > sport, athlete, fitness
fitness > trainer, coach, exercise physiologist
fashion > apparel, designer, merchandiser
# Seniority
student > working student, intern, new graduate, campus
new graduate > graduate, early career, junior, entry level, campus
entry level > junior, associate, new graduate, graduate
junior > associate, entry level, graduate
intern > working student, apprentice, new graduate
working student > intern, student
apprentice > intern, trainee
`;
