#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <span>

namespace toolkit::tool {

// A field of a tool's answers, for clients that check answers by a schema. Answers may have more.
struct AnswerRow {
    const char* name;
    const char* type; // as JSON Schema calls it
    bool is_always_there = true;
};

// The schema of an answer with these fields.
Json schema_of(std::span<const AnswerRow> rows);

}
