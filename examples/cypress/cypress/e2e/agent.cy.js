// An application that takes its API's address from the page's address; each test has a world of its own.
describe('an agent', () => {
  it('says that the service is down', () => {
    const name = Cypress.currentTest.title;
    cy.task('mock:world', name).then(({ base_url }) => {
      cy.task('mock:fault', { name, fault: { preset: 'outage' } });
      cy.visit(`http://localhost:5173/?api=${encodeURIComponent(base_url)}`);
      cy.contains('The service cannot be reached');
      cy.task('mock:verify', { name, verification: { request: { operation: 'getAgent' }, at_least: 1 } });
    });
  });

  after(() => cy.task('mock:close'));
});
