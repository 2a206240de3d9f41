import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * What counts as one place where calls are limited: an address of IPv4, but of IPv6 the 64 bits that one subscriber
 * has, since whoever holds those has more addresses than could be counted.
 */
export const clientNetwork = (address: string): string => {
  if (!isIPv6(address)) return address
  // A link-local address may name its interface after %, in letters that ipaddr.js does not read.
  const [withoutZone = address] = address.split('%')
  const parsed = ipaddr.process(withoutZone)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
