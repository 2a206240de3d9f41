/* Two rules of this project for oxlint. */

const isDate = (node) => node?.type === 'Identifier' && node.name === 'Date'

const dayRule = {
  create: (context) => {
    const report = (node) =>
      context.report({
        node,
        message:
          'A day is text yyyy-MM-dd (contract/platform/dates/dates.ts). Date is only for instants, in the files named in .oxlintrc.json.',
      })
    return {
      NewExpression: (node) => isDate(node.callee) && node.arguments.length > 0 && report(node),
      CallExpression: ({ callee, arguments: given }) =>
        callee.type === 'MemberExpression' &&
        isDate(callee.object) &&
        callee.property.name === 'parse' &&
        given.length > 0 &&
        report(callee),
    }
  },
}

const waitRule = {
  create: (context) => ({
    CallExpression: (node) => {
      const { callee } = node
      if (
        callee.type === 'MemberExpression' &&
        callee.object.name === 'vi' &&
        /^wait(For|Until)$/.test(callee.property.name) &&
        node.arguments.length < 2
      )
        context.report({
          node,
          message:
            'Without a time it waits one second, which is too short on a busy machine: pass patienceMs.',
        })
    },
  }),
}

export default {
  meta: { name: 'surefoot' },
  rules: { 'days-are-text': dayRule, 'waits-say-how-long': waitRule },
}
