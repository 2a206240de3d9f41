import { isIPv6 } from 'node:net'

/**
 * What counts as one place where calls are limited: an address of IPv4, but of IPv6 the 64 bits that one subscriber
 * has, since whoever holds those has more addresses than could be counted.
 */
export const clientNetwork = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [before = [], after] = address.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const gap = after === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, gap)).fill('0'), ...(after ?? [])]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
