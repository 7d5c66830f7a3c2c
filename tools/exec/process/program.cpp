#include "program.hpp"

#include "toolkit/process/text_message.hpp"

#include <utility>

namespace exec::process {

using namespace toolkit;

void send(const File& to, const Program& program)
{
    toolkit::process::send_texts(to,
        {{program.path, program.place, program.has_one_stream ? "1" : "",
             program.is_launched ? "1" : "", program.script},
            program.arguments, program.environment});
}

bool receive(const File& from, Program& program)
{
    toolkit::process::TextLists lists;
    if (!toolkit::process::receive_texts(from, lists) || lists.size() != 3 || lists[0].size() != 5)
        return false;
    program.path = std::move(lists[0][0]);
    program.place = std::move(lists[0][1]);
    program.has_one_stream = !lists[0][2].empty();
    program.is_launched = !lists[0][3].empty();
    program.script = std::move(lists[0][4]);
    program.arguments = std::move(lists[1]);
    program.environment = std::move(lists[2]);
    return true;
}

}
