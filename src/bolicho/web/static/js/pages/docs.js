// Swagger UI over our own schema; in a file of its own because the page allows no inline script.
window.SwaggerUIBundle({
  url: "/api/docs/openapi.json",
  dom_id: "#swagger",
  deepLinking: true,
  validatorUrl: null,
});
