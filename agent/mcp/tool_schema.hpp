#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/json/schema.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace agent::mcp {

using namespace toolkit;

// Throws unless a schema sent by a server is an object of at most 64 KiB, 32 levels and 2,000
// subschemas, each subschema is an object, true or false, and no $ref leads out of it. The error is
// TOO_LARGE or BAD_REQUEST with the reason: "it nests deeper than 32". Accepts any JSON value.
void check_limits(const Json& schema);

// Returns the schema of arguments for the model. `schema` must have passed check_limits(). The root
// has the type object and properties, and no keyword that combines schemas. $schema, $id, $comment
// and x-… are removed at every level. Titles and descriptions have no hidden characters and at most
// 512 bytes. Throws BAD_REQUEST if the root has another type, or a name or value has hidden
// characters, which cannot be removed.
Json schema_for_model(const Json& schema);

// Compiles the schemas of one server. Patterns take memory, so their number per server is limited.
class SchemaReader {
public:
    struct Read {
        std::shared_ptr<const json::Schema> schema = {}; // null if the schema is not supported
        std::string obstacle = {}; // the reason; empty if it is supported
    };

    // Compiles a schema that has passed check_limits(). Does not throw.
    Read read(const Json& schema);

private:
    std::size_t patterns = 0;
};

}
