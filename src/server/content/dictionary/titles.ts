/** Titles and fields of work, one group per line; see `parseSpellingGroups`. */
export const TITLES = `
# Software
software engineer = software developer = swe = software dev = softwareentwickler = softwareentwicklerin = softwareingenieur = développeur logiciel = ingénieur logiciel = ingeniero de software = desarrollador de software = ソフトウェアエンジニア
developer = entwickler = entwicklerin = développeur = développeuse = desarrollador = desarrolladora = programmer = coder
engineer = ingenieur = ingénieur = ingénieure = ingeniero = ingeniera = エンジニア
front end = frontend
back end = backend
full stack = fullstack
front end engineer = frontend engineer = front end developer = frontend developer = front end software engineer = frontend software engineer = frontend entwickler = フロントエンドエンジニア
back end engineer = backend engineer = back end developer = backend developer = back end software engineer = backend software engineer = backend entwickler = バックエンドエンジニア
full stack engineer = fullstack engineer = full stack software engineer = fullstack software engineer = full stack developer = fullstack developer
web developer = web engineer = webentwickler = développeur web = desarrollador web
mobile developer = mobile engineer = mobile app developer = mobile software engineer
ios developer = ios engineer = ios software engineer = iphone developer
android developer = android engineer = android software engineer
game developer = game programmer = gameplay engineer = video game developer
embedded engineer = embedded software engineer = embedded developer = firmware engineer
site reliability engineer = sre = site reliability
devops engineer = dev ops engineer
platform engineer = platform developer = platform software engineer
infrastructure engineer = infra engineer = infrastructure software engineer
cloud engineer = cloud infrastructure engineer
developer experience = devex = devx = ~dx
developer relations = devrel = developer advocate = developer evangelist
software development engineer = ~sde
software development engineer in test = sdet = software engineer in test = test automation engineer
quality assurance engineer = qa engineer = qa tester = software tester = test engineer = softwaretester
solutions engineer = solution engineer = presales engineer = pre sales engineer
solutions architect = solution architect
sales engineer = ~se
forward deployed engineer = fde
member of technical staff = ~mts
technical program manager = tpm
engineering manager = software engineering manager = ~em
database administrator = dba = datenbankadministrator
systems administrator = system administrator = sysadmin = sys admin = systemadministrator = administrateur système
network engineer = netzwerktechniker = ingénieur réseau
information technology = ~it
it support = help desk = helpdesk = service desk = desktop support = it support specialist
technical support = tech support
support engineer = technical support engineer
network operations center = ~noc
security operations center = ~soc
penetration tester = pen tester = pentester = ethical hacker
# Data and research
data scientist = datenwissenschaftler = científico de datos = データサイエンティスト
data analyst = datenanalyst = analyste de données = analista de datos = データアナリスト
data engineer = dateningenieur = ingeniero de datos = データエンジニア
business intelligence analyst = bi analyst
business analyst = geschäftsanalyst
business systems analyst = business system analyst = ~bsa
systems engineer = system engineer = systemingenieur
analytics engineer = bi engineer
machine learning engineer = ml engineer = mle = ai/ml engineer = machine learning software engineer
artificial intelligence = ai = künstliche intelligenz = ~ki = intelligence artificielle = inteligencia artificial
ai engineer = artificial intelligence engineer = genai engineer = llm engineer = generative ai engineer
quantitative analyst = quant = quantitative researcher
quantitative developer = quant developer = quant dev
research scientist = researcher = wissenschaftler = chercheur
research and development = r&d = ~rd = forschung und entwicklung
# Product and design
product manager = produktmanager = produktmanagerin = chef de produit = gerente de producto = ~pm = プロダクトマネージャー
product management = produktmanagement
project manager = projektmanager = projektleiter = chef de projet = jefe de proyecto = ~pm
program manager = programme manager = ~pm = ~pgm
product marketing manager = ~pmm
project management office = ~pmo
scrum master = agile coach
ux designer = user experience designer = ui/ux designer = ux/ui designer
ux researcher = user researcher = user experience researcher = design researcher
product designer = digital product designer
designer = designerin = diseñador = diseñadora = デザイナー
graphic designer = grafikdesigner = grafiker = graphiste = diseñador gráfico = visual designer
motion designer = motion graphics designer = motion graphics artist
video editor = videographer = ~cutter = monteur vidéo
3d artist = 3d modeler = 3d modeller = 3d designer
technical writer = documentation writer = tech writer = technischer redakteur
copywriter = copy writer = texter = rédacteur
ux writer = content designer
# Sales and customers
sales = vertrieb = verkauf = ventas = ventes = 営業
sales representative = sales rep = salesperson = salesman = saleswoman = verkäufer = verkäuferin = vendeur = vendedor
account executive = ~ae
account manager = kundenbetreuer = ~am
key account manager = kam
sales development representative = sdr = sales development rep
business development representative = bdr = business development rep
business development = biz dev = bizdev = ~bd = geschäftsentwicklung
business development manager = biz dev manager = bdm
technical account manager = ~tam
channel manager = channel partner manager = channel sales manager
account coordinator = client coordinator
call center agent = call center representative = call centre agent = contact center agent = contact center representative
sales manager = vertriebsleiter = verkaufsleiter = responsable commercial
inside sales = vertriebsinnendienst
customer success manager = ~csm = client success manager
customer success = client success
customer support = customer service = customer care = client support = kundenservice = kundendienst = kundenbetreuung = service client = atención al cliente = カスタマーサポート
customer support representative = customer service representative = ~csr = customer support agent = customer service agent = customer support specialist
customer experience = ~cx
implementation manager = implementation specialist = onboarding manager
revenue operations = revops = rev ops
sales operations = sales ops
store manager = filialleiter = shop manager = responsable de magasin
store associate = retail associate = shop assistant = sales assistant
partnerships manager = partnership manager = partner manager
# Marketing
marketing manager = responsable marketing = gerente de marketing = marketingmanager
marketing = マーケティング
communications = comms
social media manager = social media specialist
# Business functions
human resources = hr = personalwesen = personalabteilung = ressources humaines = recursos humanos = 人事
human resources business partner = hr business partner = hrbp = people partner = people business partner
human resources manager = hr manager = people manager = personalleiter = personalreferent = responsable rh
people operations = people ops = hr operations
recruiter = recruiting specialist = talent acquisition specialist = talent acquisition partner = headhunter = recruteur = reclutador
talent acquisition = ~ta = recruiting = recruitment
recruiting coordinator = recruitment coordinator = talent acquisition coordinator = talent coordinator
learning and development = l&d
diversity equity and inclusion = dei = diversity and inclusion
accountant = buchhalter = buchhalterin = comptable = contador = contable = bookkeeper = 経理
accounting = buchhaltung = comptabilité = contabilidad
financial analyst = finance analyst = finanzanalyst = analyste financier
controller = financial controller = comptroller = contrôleur de gestion
investor relations = ~ir
lawyer = attorney = legal counsel = rechtsanwalt = jurist = avocat = juriste = abogado
paralegal = legal assistant = legal secretary = rechtsanwaltsfachangestellte
compliance officer = compliance manager = responsable conformité
executive assistant = personal assistant = executive secretary = ~ea = secretary = assistenz der geschäftsführung = assistante de direction
administrative assistant = admin assistant = office assistant = sekretärin = secrétaire
office manager = office coordinator = büroleiter = workplace manager
chief of staff = founder's associate = founders associate
operations = ~ops
business operations = bizops = biz ops
operations manager = ops manager = operation manager = betriebsleiter
buyer = purchaser = einkäufer = acheteur = comprador
supply chain = lieferkette = chaîne logistique = supply chain management
logistics = logistik = logistique = logística
facilities manager = facility manager = hausverwalter
# Health, education, industry and others
registered nurse = ~rn = krankenschwester = pflegefachkraft = infirmier = infirmière = enfermera = enfermero = 看護師
licensed practical nurse = lpn = licensed vocational nurse = lvn
nurse practitioner = ~np
physician = doctor = medical doctor = arzt = ärztin = médecin = médico = 医師
physician assistant = physician associate
medical assistant = medizinische fachangestellte
therapist = counselor = counsellor = psychotherapist = therapeut = thérapeute = terapeuta
dietitian = dietician = nutritionist
pharmacist = apotheker = pharmacien = farmacéutico = 薬剤師
teacher = lehrer = lehrerin = enseignant = professeur = profesor = 教師
tutor = nachhilfelehrer = private teacher
electrician = elektriker = électricien = electricista
mechanic = mechaniker = mécanicien = mecánico
mechanical engineer = maschinenbauingenieur = ingénieur mécanique = ingeniero mecánico
electrical engineer = elektroingenieur = ingénieur électrique
civil engineer = bauingenieur = ingénieur civil
construction manager = site manager = construction site manager = bauleiter = chef de chantier
delivery driver = courier = delivery associate = lieferfahrer
truck driver = trucker = lkw fahrer = cdl driver
driver = fahrer = chauffeur = ~conductor
warehouse worker = warehouse associate = warehouse operative = warehouse operator = lagerist = lagerarbeiter = magasinier
head chef = executive chef = küchenchef
cook = ~koch = köchin = cuisinier = cocinero
waiter = waitress = kellner = kellnerin = serveur = serveuse = camarero
janitor = custodian = caretaker = hausmeister
cleaner = reinigungskraft = putzkraft = agent d'entretien
real estate agent = realtor = immobilienmakler = agent immobilier
trust and safety = t&s
translator = übersetzer = traducteur = traductor
`;
