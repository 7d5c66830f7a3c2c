#pragma once

namespace agent::mcp {

// The modes of elicitation in which questions can be answered.
struct QuestionModes {
    bool form = false;
    bool url = false;
};

}
