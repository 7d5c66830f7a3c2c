#pragma once

#include "agent/calls/immediate_source.hpp"

namespace agent::tasks {

using namespace toolkit;

// The tool `update_tasks`. Its calls check the list, which itself is in the messages
// (last_tasks()).
class TaskSource : public calls::ImmediateSource {
public:
    TaskSource();

private:
    Json answer_to(const Json& arguments) const override;
};

}
