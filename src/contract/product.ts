export const productName = 'Leadline'
