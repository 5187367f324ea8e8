// Cypress runs tasks in Node: a test asks for what it needs with cy.task('mock:world', Cypress.currentTest.title).
const { defineConfig } = require('cypress');
const { mockTasks } = require('./mock-tasks');

module.exports = defineConfig({
  e2e: {
    setupNodeEvents(on) {
      on('task', mockTasks());
    },
  },
});
