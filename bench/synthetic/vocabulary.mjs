/** The words for slots in all fields, the most frequent first. */

/** @param {string} text */
const words = (text) => text.trim().split(/\s+/);

export const NOUNS = words(`
  process product customer plan system project result standard decision tool workflow program partner
  report service strategy goal requirement solution feature change roadmap market quality problem
  budget metric document pipeline model launch release campaign account review priority platform
  schedule experiment policy interface request incident dashboard backlog contract portfolio forecast
  supplier audience prototype proposal guideline integration migration audit analysis survey template
  playbook handover milestone dependency assumption deadline estimate invoice inventory shipment
  specification blueprint checklist benchmark prediction assessment agreement certificate curriculum
  diagram archive ledger warehouse terminal channel segment territory quota referral subscription
  renewal complaint ticket queue shift roster route vehicle device component sensor circuit assembly
  batch formula sample specimen trial protocol treatment diagnosis prescription recipe menu reservation
  event venue exhibition catalogue storefront basket payment refund settlement reconciliation valuation
  acquisition merger licence patent trademark dispute hearing regulation permit inspection hazard
  emission turbine battery panel pump valve boiler crane scaffold foundation facade plot harvest orchard
  greenhouse fishery forest watershed reservoir tunnel bridge railway runway harbour dock freight cargo
  pallet container label barcode manuscript chapter column headline broadcast podcast soundtrack script
  storyboard animation texture avatar quest tournament league stadium gym workout membership lesson
  lecture seminar thesis grant laboratory telescope satellite antenna spectrum reactor isotope polymer
  enzyme genome vaccine implant scanner prosthesis ward clinic ambulance shelter charity donation
  volunteer petition ballot census archive museum gallery sculpture tapestry loom garment fabric leather
  shoe jewel watch lens mirror candle furniture carpet tile timber quarry mineral furnace alloy weld
  rivet gear bearing piston brake gearbox chassis bumper windscreen dashboard helmet bicycle scooter
  ferry canoe sail anchor compass map trail campsite tent backpack glacier summit reef lagoon`);

export const VERBS = words(`
  build improve support lead develop design manage deliver own drive create maintain plan test review
  define measure document launch coordinate implement analyse extend automate monitor shape prepare
  present refine evaluate prioritise simplify optimise track scale test explain negotiate integrate
  troubleshoot facilitate standardise investigate audit forecast document migrate prototype supervise
  organise streamline consolidate benchmark schedule inspect calibrate curate champion validate verify
  translate publish moderate replenish assemble install dismantle restore catalogue reconcile
  underwrite draft revise annotate illustrate narrate rehearse choreograph sculpt weave forge weld
  harvest prune irrigate ferment distil roast plate garnish`);

export const ADJECTIVES = words(`
  new strong clear complex technical strategic reliable scalable important internal external global
  critical modern simple efficient creative cross-functional long-term hands-on digital operational
  local regional commercial ambitious flexible seamless robust secure scientific financial legal
  accurate consistent collaborative thoughtful pragmatic measurable sustainable accessible intuitive
  experimental rigorous resilient transparent regulated multilingual seasonal distributed wearable
  autonomous renewable circular nocturnal coastal alpine rural urban historic bespoke ergonomic
  acoustic thermal magnetic optical molecular statistical probabilistic geometric modular hydraulic
  pneumatic perishable refrigerated hazardous recyclable biodegradable handmade vintage ornamental`);

export const BENEFITS = words(`
  dental vision pension parental medical wellness commuter gym lunch childcare sabbatical relocation
  learning phone internet equipment travel bicycle therapy fertility language conference volunteering
  birthday coaching meditation yoga massage library garden rooftop sauna kayak climbing choir pottery
  astronomy beekeeping`);

export const INDUSTRIES = words(`
  software healthcare finance logistics education energy retail insurance manufacturing travel media
  security gaming hospitality agriculture construction biotech telecommunications automotive fashion
  mobility robotics aerospace pharmaceuticals publishing shipping mining forestry fisheries banking
  sports music tourism recycling photography veterinary semiconductor defence catering cosmetics
  furniture textiles brewing chocolate opera archaeology oceanography volcanology horology falconry`);
