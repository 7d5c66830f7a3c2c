#include "fuzz.hpp"

#include "agent/calls/file_record.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/tool/answer_fields.hpp"

using namespace agent::calls;
using namespace toolkit;

static Json request_with(const FileRecord& record)
{
    Json request = Json::object();
    record.put("/work", request);
    return request;
}

// Any answer leaves a record that tools accept, and that a session restores.
void fuzz(std::string_view input)
{
    FileRecord record(FileRecord::Unread::refused);
    std::string line(input);
    record.take("/work", line);
    must(line.size() <= input.size() && line.substr(0, 1) == input.substr(0, 1));

    FileRecord other(FileRecord::Unread::refused);
    const Json noted = record.take_noted();
    other.begin_with({noted});
    const Json request = request_with(record);
    must(request_with(other) == request);
    must(record.take_noted().empty() && other.take_noted().empty());

    Json taken = request;
    tool::take_seen(taken);
    must(taken.empty());
}
