/** Why an assessed patient needs no treatment or exercise plan, so that nobody waits indefinitely for one. */
export const noPlanReasons = [
  { code: 'adviceOnly', title: 'Advice only' },
  { code: 'equipmentOnly', title: 'Equipment only' },
  { code: 'onwardReferralOnly', title: 'Onward referral only' },
  { code: 'planDeclined', title: 'Plan declined' },
] as const
export type NoPlanReason = (typeof noPlanReasons)[number]['code']

export const noPlanTitle = (reason: NoPlanReason): string =>
  noPlanReasons.find(({ code }) => code === reason)?.title ?? reason
