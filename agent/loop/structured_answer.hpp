#pragma once

#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/schema.hpp"

#include <string>

namespace agent::loop {

using namespace toolkit;

// Reads the schema from a file of at most 1 MiB. Throws BAD_REQUEST naming the file and the
// problem.
Json read_output_schema(const std::string& path);

// Like read_output_schema(), for a file that a workflow names: also throws if it is not a regular
// file.
Json read_found_output_schema(const std::string& path);

// The JSON Schema that answers must fit.
class StructuredAnswer {
public:
    // Throws BAD_REQUEST if the schema can't be used.
    StructuredAnswer(Json wanted, const redaction::Redaction& redaction);

    // Returns the response_format of a request.
    Json response_format() const;

    // Returns the reason why the answer does not fit, without values whose names make them secret;
    // empty if it fits. If the answer fits after repairs, for instance without a code fence,
    // replaces it by the repaired text.
    std::string complaint_about(std::string& answer) const;

    // Returns the message that asks the model for another answer.
    std::string request_to_repair(const std::string& complaint) const;

private:
    Json document;
    json::Schema schema;
    const redaction::Redaction& redaction;
};

}
