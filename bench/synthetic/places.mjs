/** The places of the jobs, the most frequent first. */

/** The places of half of all jobs. @type {[string, number][]} */
export const BIG_PLACES = [
  ['San Francisco, CA', 90],
  ['New York, NY', 85],
  ['Remote', 60],
  ['London, United Kingdom', 55],
  ['Remote (United States)', 45],
  ['Paris, France', 40],
  ['Toronto, Canada', 30],
  ['Berlin, Germany', 28],
  ['Austin, TX', 22],
  ['Bengaluru, India', 22],
  ['Seattle, WA', 20],
  ['Amsterdam, Netherlands', 18],
  ['Remote (Europe)', 18],
  ['Boston, MA', 16],
  ['Singapore', 15],
  ['Chicago, IL', 15],
  ['Los Angeles, CA', 15],
  ['Munich, Germany', 13],
  ['Stockholm, Sweden', 12],
  ['Zürich, Switzerland', 12],
  ['São Paulo, Brazil', 12],
  ['Dublin, Ireland', 11],
  ['Barcelona, Spain', 11],
  ['Sydney, Australia', 10],
  ['Tel Aviv, Israel', 10],
  ['Denver, CO', 9],
  ['Montréal, Canada', 9],
  ['Tokyo, Japan', 9],
  ['Madrid, Spain', 8],
  ['Warsaw, Poland', 8],
];

/** @type {[country: string, cities: string][]} */
const COUNTRIES = [
  [
    'United States',
    'Atlanta Dallas Houston Miami Philadelphia Phoenix Portland Nashville Minneapolis Detroit Charlotte Columbus Pittsburgh Raleigh Tampa Orlando Sacramento Cleveland Cincinnati Indianapolis Milwaukee Baltimore Richmond Louisville Memphis Tucson Omaha Tulsa Fresno Boise Spokane Madison Rochester Buffalo Albany Hartford Providence Savannah Knoxville Chattanooga Lexington Toledo Dayton Akron Peoria Topeka Wichita Lubbock Amarillo Laredo Reno Provo Boulder Eugene Tacoma Anchorage Honolulu Fargo Duluth Burlington',
  ],
  [
    'United Kingdom',
    'Manchester Birmingham Leeds Glasgow Edinburgh Bristol Liverpool Sheffield Cardiff Belfast Nottingham Leicester Newcastle Brighton Oxford Cambridge Reading York Bath Exeter Norwich Plymouth Aberdeen Dundee Swansea Coventry Derby Luton',
  ],
  [
    'Germany',
    'Hamburg Köln Frankfurt Stuttgart Düsseldorf Leipzig Dresden Hannover Nürnberg Bremen Essen Dortmund Karlsruhe Mannheim Freiburg Münster Bonn Lübeck Rostock Jena Tübingen Göttingen Würzburg Saarbrücken',
  ],
  [
    'France',
    'Lyon Marseille Toulouse Bordeaux Nantes Lille Strasbourg Rennes Montpellier Nice Grenoble Dijon Orléans Angers Nîmes Besançon Brest Metz Nancy Tours',
  ],
  [
    'Canada',
    'Vancouver Calgary Ottawa Edmonton Québec Winnipeg Halifax Victoria Waterloo Kitchener Regina Saskatoon Hamilton Kelowna',
  ],
  [
    'India',
    'Mumbai Delhi Hyderabad Pune Chennai Kolkata Gurugram Noida Ahmedabad Jaipur Kochi Indore Coimbatore',
  ],
  ['Spain', 'Valencia Sevilla Málaga Bilbao Zaragoza Córdoba Alicante Granada Gijón Cádiz'],
  ['Italy', 'Milan Rome Turin Bologna Florence Naples Genoa Verona Padua Trieste Bari'],
  ['Poland', 'Kraków Wrocław Gdańsk Poznań Łódź Katowice Lublin Szczecin'],
  ['Brazil', 'Rio Brasília Curitiba Recife Florianópolis Salvador Fortaleza Goiânia Belém'],
  ['Netherlands', 'Rotterdam Utrecht Eindhoven Delft Groningen Leiden Haarlem Nijmegen'],
  ['Switzerland', 'Genève Basel Bern Lausanne Luzern Winterthur Lugano Zug'],
  ['Sweden', 'Göteborg Malmö Uppsala Linköping Västerås Örebro Umeå Jönköping'],
  ['Australia', 'Melbourne Brisbane Perth Adelaide Canberra Hobart Newcastle Darwin'],
  ['Japan', 'Osaka Kyoto Fukuoka Nagoya Sapporo Yokohama Kobe Sendai'],
  ['Portugal', 'Lisbon Porto Braga Coimbra Aveiro Évora Setúbal'],
  ['Denmark', 'Copenhagen Aarhus Odense Aalborg Esbjerg Roskilde'],
  ['Norway', 'Oslo Bergen Trondheim Stavanger Tromsø Bodø'],
  ['Mexico', 'Guadalajara Monterrey Puebla Querétaro Mérida Tijuana Cancún'],
  ['Ireland', 'Cork Galway Limerick Waterford Sligo'],
  ['Austria', 'Vienna Graz Linz Salzburg Innsbruck Klagenfurt'],
  ['Belgium', 'Brussels Antwerp Ghent Leuven Liège Bruges Namur'],
  ['Finland', 'Helsinki Tampere Turku Oulu Espoo Jyväskylä'],
  ['Czechia', 'Prague Brno Ostrava Plzeň Olomouc Liberec'],
  ['Romania', 'Bucharest Cluj-Napoca Timișoara Iași Brașov Sibiu'],
  ['Colombia', 'Bogotá Medellín Cali Barranquilla Cartagena'],
  ['Argentina', 'Rosario Mendoza Córdoba Tucumán'],
  ['South Africa', 'Johannesburg Durban Pretoria Stellenbosch'],
  ['Kenya', 'Nairobi Mombasa Kisumu'],
  ['Nigeria', 'Lagos Abuja Ibadan Enugu'],
  ['Philippines', 'Manila Cebu Davao Makati'],
  ['Vietnam', 'Hanoi Danang'],
  ['Estonia', 'Tallinn Tartu Narva'],
  ['Latvia', 'Riga Liepāja'],
  ['Lithuania', 'Vilnius Kaunas Klaipėda'],
  ['Türkiye', 'Istanbul Ankara İzmir Bursa Antalya'],
  ['Greece', 'Athens Thessaloniki Patras Heraklion'],
];

/** The places of the other half. */
export const SMALL_PLACES = COUNTRIES.flatMap(([country, cities]) =>
  cities.split(' ').map((city) => `${city}, ${country}`),
);
