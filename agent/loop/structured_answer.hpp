#pragma once

#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/schema.hpp"

#include <string>

namespace agent::loop {

using namespace toolkit;

// The schema in a file. Throws BAD_REQUEST naming the file and what is wrong with it.
Json read_output_schema(const std::string& path);

// Like read_output_schema(), for a file that a workflow names: throws if it is not a regular file.
Json read_found_output_schema(const std::string& path);

// The JSON Schema that answers have to fit.
class StructuredAnswer {
public:
    // Throws BAD_REQUEST if it can't be used.
    StructuredAnswer(Json wanted, const redaction::Redaction& redaction);

    // What goes into a request as response_format.
    Json response_format() const;

    // Why the answer does not fit, without values whose names make them secret; empty if it does.
    // One in a code fence is taken out of it.
    std::string complaint_about(std::string& answer) const;

    // What the model is told.
    std::string request_to_mend(const std::string& complaint) const;

private:
    Json document;
    json::Schema schema;
    const redaction::Redaction& redaction;
};

}
