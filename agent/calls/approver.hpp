#pragma once

#include "agent/calls/manifest.hpp"
#include "agent/calls/process.hpp"
#include "toolkit/system/error.hpp"

#include <string>

struct Decision {
    bool is_yes = true;
    std::string reason = {}; // of a no, for the model
    std::string record = {}; // for the audit: "yes", "always", "no: …"; empty where nobody was asked
    std::string hint = {}; // of a no, for the model
    Code code = Code::permission_denied; // of a no
};

// Who says whether a call may be run.
class Approver {
public:
    Approver() = default;
    Approver(const Approver&) = delete;
    Approver& operator=(const Approver&) = delete;
    virtual ~Approver() = default;

    virtual bool asks_about(const ManifestTool& tool) const = 0;

    // Throws INTERNAL "interrupted".
    virtual Decision decide(const ManifestTool& tool, const Call& call) = 0;
};
