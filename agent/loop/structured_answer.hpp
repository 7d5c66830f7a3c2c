#pragma once

#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/schema.hpp"

#include <string>

namespace agent::loop {

using namespace toolkit;

// Reads the schema of --output-schema from a file of at most 1 MiB. Throws BAD_REQUEST naming the
// file and the error.
Json read_output_schema(const std::string& path);

// Does the same for a file that a workflow names. Also throws if it is not a regular file.
Json read_found_output_schema(const std::string& path);

// The JSON Schema that answers must fit.
class StructuredAnswer {
public:
    // Throws BAD_REQUEST if the schema is invalid or not supported.
    StructuredAnswer(Json wanted, const redaction::Redaction& redaction);

    // Returns the response_format of a request.
    Json response_format() const;

    // Returns why the answer does not fit the schema; empty if it fits. Values with secret names
    // are redacted. If the answer fits after a repair, such as without a code fence, replaces
    // `answer` by the repaired text.
    std::string complaint_about(std::string& answer) const;

    // Returns the message that asks the model for another answer.
    std::string request_to_repair(const std::string& complaint) const;

private:
    Json document;
    json::Schema schema;
    const redaction::Redaction& redaction;
};

}
