/**
 * Roles and fields that a search probably also means, after those that it names. Each line has a search and what is
 * related to it, the closest first, in spellings of the dictionary.
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
engineering manager > development manager, engineering lead
engineering director > engineering head, vice president engineering
systems administrator > it administrator, it support, system engineer
network engineer > infrastructure engineer
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
technical writer > documentation, content designer
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
quantitative analyst > trader, quantitative developer
# Product and design
product owner > product manager
product manager > product management, product owner, product lead
product management > product manager
project manager > program manager, project coordinator, project lead
program manager > project manager, program lead
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
motion designer > animator, video, motion
video editor > video, motion designer, videographer
animator > animation, motion designer
art director > creative director
creative director > art director, brand director
artist > animator, illustrator
design manager > design lead, design head
designer > design
copywriter > content writer, writer, content
writer > copywriter, editor, content writer
author > writer, editor
editor > editorial, writer, content
journalist > reporter, editor, writer
content writer > copywriter, content
publishing > editor, editorial, publisher
# Sales and customers
sales > account executive, business development, sales development representative
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
customer support > customer experience, technical support, support specialist, customer success
customer support representative > customer support, support specialist
customer experience > customer support, customer success
partnership > partner manager, business development, alliance
store manager > retail manager, assistant manager, store lead
store associate > retail, sales associate
cashier > store associate, retail
# Marketing
marketing > growth, brand, content marketing, demand generation
marketer > marketing
marketing manager > marketing lead, growth marketing, marketing specialist, brand manager
product marketing manager > product marketing
growth marketing > performance marketing, growth, demand generation
performance marketing > growth marketing, paid media, user acquisition
content marketing > content, copywriter
search engine optimization > seo specialist, growth marketing, content marketing
social media > community manager, social media manager, content creator
social media manager > social media, community manager, content creator
community manager > community, social media
communications > public relations, content, corporate communications
public relations > communications, media relations
event manager > events, field marketing
brand manager > brand, marketing manager
demand generation > growth marketing, marketing campaign
# Business functions
human resources > people operations, people partner, hr business partner
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
finance > financial, accounting, financial planning and analysis, accountant, treasury
finance manager > financial planning and analysis, accounting manager, finance lead, controller
financial analyst > finance, financial planning and analysis, analyst
financial planning and analysis > financial analyst, finance manager, strategic finance
treasury > finance
tax > accountant
lawyer > counsel, legal
legal counsel > counsel, lawyer, legal
counsel > legal, lawyer
legal > counsel, lawyer, paralegal
paralegal > legal
attorney > counsel, lawyer
compliance > compliance officer, risk, regulatory
compliance officer > compliance, risk
risk > compliance, fraud
policy > public policy, government affair, public affair
executive assistant > executive business partner, administrative assistant, assistant
administrative assistant > office manager, executive assistant, administrative
office manager > office coordinator, workplace, facility
secretary > executive assistant, administrative assistant, office manager
chief of staff > business operations, founder associate, strategy
operations manager > operations lead, business operations, operations
business operations > strategy and operations, operations, chief of staff
strategy > business operations, corporate development
procurement > buyer, sourcing, vendor, supply chain
buyer > procurement, sourcing, purchasing
supply chain > logistics, procurement, operations
logistics > supply chain, fulfillment, operations
facilities manager > facility, workplace, office manager
generalist > business operations, chief of staff
founder > founder associate, founding
# Health, education, industry and others
nurse > registered nurse, licensed practical nurse, nurse practitioner, clinical
registered nurse > nurse, licensed practical nurse
physician > medical director, psychiatrist, clinical
psychologist > therapist, counselor
therapist > counselor, psychologist, clinical
social worker > therapist, case manager
dietitian > nutrition
pharmacist > pharmacy
healthcare > health, clinical, nurse, medical
doctor > physician, medical director, psychiatrist
medical > clinical, healthcare
teacher > tutor, educator, instructor, education
tutor > teacher, educator
education > teacher, curriculum
scientist > research scientist, researcher, biologist, chemist
biology > biologist, scientist
mechanical engineer > hardware engineer, manufacturing engineer
electrical engineer > hardware engineer, electronics
hardware engineer > electrical engineer, mechanical engineer
civil engineer > construction, structural engineer
construction > site manager, project engineer
manufacturing > production, process engineer
operator > technician, production
technician > operator, mechanic, maintenance
mechanic > technician, maintenance
electrician > technician, electrical
driver > delivery, courier
warehouse worker > warehouse, fulfillment, logistics
cook > chef, kitchen
waiter > server, restaurant
security guard > security officer
translator > localization, linguist
blockchain > web3, cryptocurrency, smart contract, decentralized finance
cryptocurrency > blockchain, web3, decentralized finance
web3 > blockchain, cryptocurrency
video game > game, gaming
gaming > game
animal > veterinary, pet
children > teacher, tutor, child, school
# Seniority
student > working student, intern, new graduate, campus
new graduate > graduate, early career, junior, entry level, campus
entry level > junior, associate, new graduate, graduate
junior > associate, entry level, graduate
intern > working student, apprentice, new graduate
working student > intern, student
apprentice > intern, trainee
`;
