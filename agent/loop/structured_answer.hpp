#pragma once

#include "agent/calls/schema.hpp"
#include "toolkit/json/whole_json.hpp"

#include <string>

// The JSON Schema that --output-schema asks answers to fit.
class StructuredAnswer {
public:
    // Throws BAD_REQUEST naming the file and what is wrong with it.
    explicit StructuredAnswer(const std::string& path);

    // What goes into a request as response_format.
    Json response_format() const;

    // Why the answer does not fit; empty where it does. One in a code fence is taken out of it.
    std::string complaint_about(std::string& answer) const;

    // What the model is told.
    std::string request_to_mend(const std::string& complaint) const;

private:
    Json document;
    Schema schema;
};
