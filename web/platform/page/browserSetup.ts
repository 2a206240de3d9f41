import { z } from 'zod'

// The design system's components do not render until these classes are set.
document.body.classList.add('js-enabled', 'nhsuk-frontend-supported')

// The content security policy forbids generating code at run time, which zod would otherwise try.
z.config({ jitless: true })
