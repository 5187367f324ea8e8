/** Generated from src/document/read/object-kinds.yaml by `npm run generate`: change the source, not this file. */

export const objectKinds = {
  "document": {
    "extensions": [
      "x-clauses",
      "x-beyond-operations",
      "x-behaviours",
      "x-values",
      "x-body-limit",
      "x-token-order"
    ],
    "parts": {
      "info": {
        "one": "info"
      },
      "servers": {
        "list": "server"
      },
      "tags": {
        "list": "tag"
      },
      "paths": {
        "map": "path"
      },
      "components": {
        "one": "components"
      },
      "x-beyond-operations": {
        "map": "beyond"
      }
    }
  },
  "info": {
    "extensions": [],
    "parts": {}
  },
  "server": {
    "extensions": [],
    "parts": {
      "variables": {
        "map": "variable"
      }
    }
  },
  "variable": {
    "extensions": [],
    "parts": {}
  },
  "tag": {
    "extensions": [],
    "parts": {}
  },
  "path": {
    "extensions": [],
    "parts": {
      "servers": {
        "list": "server"
      },
      "parameters": {
        "list": "parameter"
      },
      "get": {
        "one": "operation"
      },
      "put": {
        "one": "operation"
      },
      "post": {
        "one": "operation"
      },
      "delete": {
        "one": "operation"
      },
      "options": {
        "one": "operation"
      },
      "head": {
        "one": "operation"
      },
      "patch": {
        "one": "operation"
      },
      "trace": {
        "one": "operation"
      }
    }
  },
  "operation": {
    "extensions": [
      "x-clauses",
      "x-refusals",
      "x-reading",
      "x-body-limit",
      "x-token-order"
    ],
    "parts": {
      "servers": {
        "list": "server"
      },
      "parameters": {
        "list": "parameter"
      },
      "requestBody": {
        "one": "requestBody"
      },
      "responses": {
        "map": "response"
      }
    }
  },
  "parameter": {
    "extensions": [
      "x-clauses",
      "x-refusals",
      "x-expected",
      "x-message",
      "x-reading"
    ],
    "parts": {
      "schema": {
        "one": "schema"
      },
      "examples": {
        "map": "example"
      }
    }
  },
  "requestBody": {
    "extensions": [
      "x-clauses"
    ],
    "parts": {
      "content": {
        "map": "media"
      }
    }
  },
  "media": {
    "extensions": [],
    "parts": {
      "schema": {
        "one": "schema"
      },
      "examples": {
        "map": "example"
      },
      "encoding": {
        "map": "encoding"
      }
    }
  },
  "encoding": {
    "extensions": [
      "x-reading"
    ],
    "parts": {
      "headers": {
        "map": "header"
      }
    }
  },
  "response": {
    "extensions": [
      "x-clauses",
      "x-refuses",
      "x-shown"
    ],
    "parts": {
      "headers": {
        "map": "header"
      },
      "content": {
        "map": "media"
      }
    }
  },
  "header": {
    "extensions": [
      "x-clauses"
    ],
    "parts": {
      "schema": {
        "one": "schema"
      },
      "examples": {
        "map": "example"
      }
    }
  },
  "example": {
    "extensions": [
      "x-worded"
    ],
    "parts": {}
  },
  "schema": {
    "extensions": [
      "x-clauses",
      "x-refusals",
      "x-counts-as-absent",
      "x-when-absent",
      "x-expected",
      "x-assumed"
    ],
    "parts": {}
  },
  "components": {
    "extensions": [],
    "parts": {
      "securitySchemes": {
        "map": "securityScheme"
      },
      "headers": {
        "map": "header"
      },
      "responses": {
        "map": "response"
      },
      "parameters": {
        "map": "parameter"
      },
      "requestBodies": {
        "map": "requestBody"
      },
      "examples": {
        "map": "example"
      },
      "schemas": {
        "map": "schema"
      },
      "pathItems": {
        "map": "path"
      }
    }
  },
  "securityScheme": {
    "extensions": [
      "x-clauses"
    ],
    "parts": {}
  },
  "beyond": {
    "extensions": [
      "x-clauses",
      "x-worded"
    ],
    "parts": {
      "schema": {
        "one": "schema"
      }
    }
  }
} as const;
