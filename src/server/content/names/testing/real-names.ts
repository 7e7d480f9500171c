/** Names of real companies in Latin, Cyrillic, Arabic, Chinese, Japanese, Korean, Greek, Hebrew, Indic and Thai script. */
export const REAL_NAMES =
  `GitLab, GitHub, A1, O2, IBM, HP, SAP, 3M, EY, BP, LG, AMD, ARM, AXA, UPS, DHL, TNT, UBS, ING, KLM, H&M, C&A, M&S, AT&T,
1&1, 8x8, 37signals, 7-Eleven, 23andMe, 1Password, 4Finance, 10x Genomics, N26, G4S, S4 Capital, Web3 Foundation, M6, TF1,
Apple, Google, Amazon, Microsoft, Meta, Netflix, Spotify, Airbnb, Uber, Lyft, Stripe, Square, Block, Shopify, Slack,
Zoom, Notion, Figma, Canva, Miro, Asana, Linear, Vercel, Netlify, Cloudflare, Fastly, Datadog, Elastic, MongoDB, Redis,
Confluent, Databricks, Snowflake, Palantir, Salesforce, Oracle, Adobe, Intel, Nvidia, Qualcomm, Cisco, Dell, Lenovo,
Samsung, Sony, Panasonic, Toshiba, Hitachi, Fujitsu, Siemens, Bosch, BMW, Volkswagen, Mercedes-Benz, Porsche, Audi,
Lufthansa, Allianz, Commerzbank, Deutsche Bahn, Zalando, HelloFresh, Trivago, Celonis, Personio, Bolt, Wise, Revolut,
Monzo, Starling Bank, Barclays, Lloyds, HSBC, Tesco, Asda, Aldi, Lidl, Rewe, Edeka, Carrefour, Auchan, Danone, L’Oréal,
LVMH, Hermès, Société Générale, BNP Paribas, Crédit Agricole, Nestlé, Novartis, Roche, Zürich, Ørsted, Mærsk, Løvdal,
Žabka, Škoda, Łódź Works, Żywiec, Allegro, CD Projekt, Česká spořitelna, Ülker, Türk Telekom, Yapı Kredi, Şişecam, Telefónica,
Santander, BBVA, Peñoles, Itaú, Embraer, São Martinho, EDP, Galp, Eni, Enel, Fiat, Ferrari, Generali, Yahoo!, Toys"R"Us,
E.ON, T-Mobile, Boehringer Ingelheim, Ernst & Young, Procter & Gamble, Guðmundur Jónasson, Íslandsbanki, Össur,
Яндекс, Сбербанк, ВКонтакте, Газпром, Лукойл, Роснефть, Магнит, Аэрофлот, Озон, Касперский, Тинькофф, Мегафон, Билайн,
Ростелеком, Авито, Нова пошта, ПриватБанк, Розетка, Київстар, Укрзалізниця, Булгартабак, Дневник,
株式会社メルカリ, トヨタ自動車, ソニーグループ株式会社, 任天堂, 楽天グループ, 日立製作所, ソフトバンク, サイボウズ, 三菱商事, LINEヤフー株式会社, キヤノン,
腾讯, 阿里巴巴, 百度, 字节跳动, 小米, 华为, 京东, 美团, 拼多多, 比亚迪股份有限公司, 台積電, 鴻海精密,
삼성전자, 현대자동차, 네이버, 카카오, 쿠팡, LG전자, SK하이닉스, 배달의민족,
نمایش‌گر, دیجی‌کالا, اسنپ, کافه بازار, أرامكو السعودية, طيران الإمارات, مصرف الراجحي, كريم, اتصالات, سابك,
Εθνική Τράπεζα, ΔΕΗ, Κωτσόβολος, Αθηναϊκή Ζυθοποιία, בנק לאומי, טבע, אל על, שטראוס,
रिलायंस, टाटा, फ्लिपकार्ट, ธนาคารกสิกรไทย, ปตท, საქართველოს ბანკი, Հայփոստ`
    .split(/,\s+/)
    .map((name) => name.trim());
