#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/json/schema.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace agent::mcp {

using namespace toolkit;

// Schemas that a server sends: of the arguments of a tool, or of its output.

// That it is an object which has at most 64 KiB, 32 levels and 2,000 subschemas; that each of these
// is an object, true or false; and that no $ref leads out of it (C20). Throws TOO_LARGE or
// BAD_REQUEST saying what is wrong: "it nests deeper than 32". Any JSON may be given.
void check_limits(const Json& schema);

// What a model is told of a schema that has passed check_limits() (C23, C24): its root has the type
// object and properties, and no keyword that combines schemas; $schema, $id, $comment and x-… are
// left out everywhere. Titles and descriptions are without hidden characters and have at most 512
// bytes. Throws BAD_REQUEST if the root has another type, or a name or value has hidden characters:
// those can't be taken out.
Json schema_for_model(const Json& schema);

// Schemas that can be checked here. Patterns take memory, so a server can have only so many.
class SchemaReader {
public:
    struct Read {
        std::shared_ptr<const json::Schema> schema = {}; // null: it can't be checked here
        std::string obstacle = {}; // why not
    };

    // Of one that has passed check_limits(). Throws nothing.
    Read read(const Json& schema);

private:
    std::size_t patterns = 0;
};

}
