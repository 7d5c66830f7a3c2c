#pragma once

#include "agent/channel/fields.hpp"

// Private to agent/channel: the types of all messages or events of each kind of client.

namespace agent::channel {

const Type& host_messages();
const Type& workflow_messages();
const Type& screen_messages();
const Type& events();
const Type& screen_events();

}
