/** The levels of seniority, one group per line; see `parseSpellingGroups`. */
export const SENIORITY = `
intern = internship = interns = praktikant = praktikantin = praktikum = stagiaire = ~stage = becario = prácticas = インターン
working student = werkstudent = werkstudentin = student assistant
apprentice = apprenticeship = alternance = alternant = auszubildende = auszubildender = azubi
new graduate = new grad = recent graduate = graduate program = campus hire = university graduate = berufseinsteiger = jeune diplômé
entry level = entrylevel = early career
junior = jr = ~jnr
mid level = midlevel = intermediate
senior = sr = ~snr
team lead = teamlead = team leader
tech lead = technical lead
principal = ~prin
vice president = vp
senior vice president = svp
executive vice president = evp
assistant vice president = avp
director = ~dir
managing director = ~md = geschäftsführer = directeur général
head of = leiter = responsable
manager = mgr
assistant = asst
associate = assoc
executive = exec
chief executive officer = ceo
chief technology officer = cto = chief technical officer
chief financial officer = cfo
chief operating officer = coo
chief marketing officer = cmo
chief product officer = ~cpo
chief people officer = chief human resources officer = chro
chief information officer = cio
chief information security officer = ciso
chief revenue officer = ~cro
chief commercial officer = ~cco
chief data officer = ~cdo
general counsel = chief legal officer = ~clo
part time = parttime = teilzeit = temps partiel = tiempo parcial = アルバイト
full time = fulltime = vollzeit = temps plein = tiempo completo
freelance = freelancer = contractor = independent contractor = freiberufler
temporary = temp job = zeitarbeit = intérim
`;
