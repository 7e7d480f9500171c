import disposable from 'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json' with {
  type: 'json',
};
import providers from 'email-providers/all.json' with { type: 'json' };
import { parse } from 'tldts';

/** Lists domains or names that are separated by spaces. */
const wordsOf = (text: string) => text.trim().split(/\s+/);

/**
 * Providers at which anyone can get an email address, and that the packages do not list: mostly internet access
 * providers.
 */
const MORE_PROVIDERS = `
  ziggo.nl xs4all.nl vivaldi.net rediff.com op.pl tempmail.com mozmail.com passmail.net passmail.com
  passinbox.com simplelogin.com simplelogin.co simplelogin.fr aleeas.com slmail.me anonaddy.com anonaddy.me
  addy.io addymail.com kpnplanet.nl upcmail.nl casema.nl quicknet.nl tele2.nl solcon.nl zeelandnet.nl caiway.nl
  caiway.net online.nl proximus.be scarlet.be pandora.be belgacom.net swing.be brutele.be plusnet.com tesco.net
  onetel.com lineone.net supanet.com madasafish.com zen.co.uk suddenlink.net mediacombb.net spectrum.net
  sparklight.net ftc-i.net eastlink.ca sasktel.net mts.net bellaliant.net bellmts.net teksavvy.com
  telusplanet.net xplornet.com xplornet.ca netcabo.pt clix.pt iol.pt meo.pt vodafone.pt telepac.pt
  numericable.fr bbox.fr 9online.fr cegetel.net noos.fr bouygtel.fr unitybox.de vodafonemail.de vodafone.de
  ewe.net ewetel.net netcologne.de magenta.de aon.at chello.at a1.net utanet.at inode.at drei.at liwest.at
  kabsi.at hispeed.ch sunrise.ch swissonline.ch quickline.ch netplus.ch fastwebnet.it tim.it pec.it
  telefonica.net ono.com movistar.es ya.com jazzfree.com telia.com comhem.se bredband.net bahnhof.se
  glocalnet.net tele2.se passagen.se online.no broadpark.no altibox.no mail.dk stofanet.dk youmail.dk
  elisanet.fi kolumbus.fi saunalahti.fi welho.com dnainternet.net suomi24.fi inet.fi vp.pl autograf.pl
  buziaczek.pl spoko.pl amorki.pl tlen.pl go2.pl citromail.hu chello.hu upcmail.hu indamail.hu volny.cz
  atlas.cz quick.cz azet.sk zoznam.sk stonline.sk bezeqint.net 013net.net 012.net.il on.net slingshot.co.nz
  orcon.net.nz clear.net.nz paradise.net.nz adam.com.au aapt.net.au mweb.co.za telkomsa.net vodamail.co.za
  iafrica.com absamail.co.za vsnl.net vsnl.com bsnl.in 263.net 139.com 189.cn wo.cn hinet.net seed.net.tw
  pchome.com.tw netvigator.com starhub.net.sg pacific.net.sg dreamwiz.com hanmir.com empal.com paran.com
  kakao.com pop.com.br superig.com.br ibest.com.br click21.com.br brturbo.com.br ciudad.com.ar mynet.com
  ttmail.com superonline.com otenet.gr hol.gr bigmir.net meta.ua email.ua online.ua nifty.com ocn.ne.jp
  so-net.ne.jp biglobe.ne.jp plala.or.jp au.com dion.ne.jp odn.ne.jp dti.ne.jp asahi-net.or.jp hi-ho.ne.jp
  eonet.ne.jp zaq.ne.jp auone-net.jp infoweb.ne.jp iij4u.or.jp goo.ne.jp livedoor.com mineo.jp ymobile.ne.jp
  vodafone.ne.jp home.ne.jp nifty.ne.jp online-home.de inbox.lt one.lt one.lv delfi.lv eesti.ee net.hr
  optinet.hr siol.net t-2.net vip.hr inet.hr mail.bg dir.bg airmail.cc skiff.com onmail.com myyahoo.com
  wmconnect.com emailn.de firemail.de kabelbw.de nana10.co.il duck.com live.at aol.de aol.fr zoho.in zoho.eu
  tuta.io tuta.com tuta.de tutamail.com
`;

/**
 * Names of providers that have domains in many countries, such as `yahoo.co.jp` and `gmx.at`. No other company has
 * these names.
 */
const WORLDWIDE = new Set(
  wordsOf(`
    gmail googlemail yahoo ymail rocketmail hotmail outlook protonmail gmx yandex rediffmail tutanota hushmail
    fastmail mailinator guerrillamail yopmail
  `),
);

/**
 * Other names of providers. Some companies that are not providers have the same names with other suffixes. So such
 * domains are not trusted, but do not count as providers either.
 */
const PROVIDER_NAMES = `
  live msn aol aim icloud me mac proton pm mail email ya zoho zohomail tutamail tuta keemail qq foxmail 163 126
  yeah sina sohu aliyun naver hanmail daum nate web freenet t-online arcor posteo mailbox orange wanadoo
  laposte sfr free libero virgilio tiscali alice bluewin seznam centrum wp o2 onet interia abv ukr rambler bk
  inbox list uol bol terra ig btinternet sky virginmedia comcast verizon att sbcglobal cox charter bellsouth
  juno earthlink shaw rogers sympatico bigpond optusnet hey duck runbox startmail mailfence disroot riseup
  10minutemail temp-mail sharklasers trashmail getnada maildrop dispostable telenet skynet ziggo xs4all
  talktalk frontier windstream centurylink telus videotron docomo softbank sapo lycos excite rediff freemail
  walla tempmail mailnesia vivaldi
`;

/** The names of sites whose pages belong to their users: social networks, builders of sites, systems for applicants. */
const SITE_NAMES = `
  facebook fb instagram threads linkedin xing twitter x tiktok youtube youtu reddit discord telegram t whatsapp
  wa vk ok weibo wechat line pinterest snapchat mastodon bsky medium substack tumblr quora patreon meetup
  github gitlab bitbucket sourceforge codeberg behance dribbble crunchbase glassdoor indeed wellfound angel
  google goo bit linktr about bio notion wix wordpress weebly squarespace webflow jimdo strikingly blogger
  blogspot greenhouse lever ashbyhq workable personio recruitee teamtailor smartrecruiters bamboohr breezy
  jobvite icims myworkdayjobs workday taleo join softgarden
`;

/**
 * Domains of sites whose pages belong to their users, if the name of the site is an ordinary word or has only one
 * suffix.
 */
const SITES = `
  rippling.com applytojob.com zohorecruit.com zohorecruit.eu zohorecruit.in paylocity.com homerun.co
  godaddysites.com mystrikingly.com business.site wixsite.com wixstudio.com carrd.co framer.website framer.ai
  framer.site tilda.ws tilda.cc ucoz.com ucoz.ru webnode.com webnode.page site123.me yolasite.com cargo.site
  cargocollective.com bubbleapps.io softr.app typedream.app super.site canva.site square.site myshopify.com
  bigcartel.com livejournal.com over-blog.com hatenablog.com note.com ameblo.jp fc2.com neocities.org
  replit.app repl.co glitch.me vercel.app netlify.app herokuapp.com gitbook.io readthedocs.io huggingface.co
  itch.io kaggle.com stackoverflow.com producthunt.com f6s.com ycombinator.com workatastartup.com otta.com
  remoteok.com monster.com ziprecruiter.com stepstone.de simplyhired.com naukri.com seek.com.au craigslist.org
  beacons.ai taplink.cc campsite.bio allmylinks.com typeform.com jotform.com airtable.com forms.gle
  paycomonline.net ultipro.com ukg.net successfactors.com successfactors.eu oraclecloud.com brassring.com
  pinpointhq.com comeet.com comeet.co freshteam.com factorialhr.com rexx-systems.com dvinci-hr.com
  talention.com onlyfy.jobs traffit.com erecruiter.net recruiterbox.com trakstar.com jazz.co jazzhr.com
  hireology.com applicantpro.com applicantstack.com careerplug.com clearcompany.com eightfold.ai avature.net
  csod.com silkroad.com getro.com welcometothejungle.com welcomekit.co flatchr.io talentlyft.com manatal.com
  careers-page.com dover.com dover.io trinethire.com gusto.com catsone.com jobscore.com jobadder.com
  pageuppeople.com livehire.com gupy.io kenoby.com solides.jobs hrmdirect.com isolvedhire.com adp.com
  dayforcehcm.com ultipro.ca gem.com polymer.co kula.ai tellent.com hibob.com
`;

const FREE_MAIL = new Set([...providers, ...disposable, ...wordsOf(MORE_PROVIDERS)]);

const SHARED_NAMES = new Set([...wordsOf(PROVIDER_NAMES), ...wordsOf(SITE_NAMES)]);

const SHARED_SITES = new Set(wordsOf(SITES));

/**
 * Whether anyone can get an email address at this domain, which is in ASCII and lower case.
 * https://www.npmjs.com/package/email-providers
 * https://www.npmjs.com/package/disposable-email-domains-js
 */
export function isFreeMail(domain: string): boolean {
  if (FREE_MAIL.has(domain)) return true;
  const { domain: registrable, domainWithoutSuffix } = parse(domain);
  return registrable === domain && WORLDWIDE.has(domainWithoutSuffix ?? '');
}

/**
 * Whether an email address or a website at this registrable domain may belong to anyone. This includes the domain of a
 * company that has the name of a provider, because most providers have many domains.
 */
export function isShared(domain: string): boolean {
  const { domainWithoutSuffix } = parse(domain);
  return (
    isFreeMail(domain) || SHARED_SITES.has(domain) || SHARED_NAMES.has(domainWithoutSuffix ?? '')
  );
}
