#pragma once

#include "content.hpp"
#include "request.hpp"

#include "toolkit/tool/answer.hpp"

namespace fetch_url {

// A response whose text is known.
struct Document {
    Response response;
    Content content;
};

// Throws UNSUPPORTED if the response is not text.
Document document_of(Response response);

// Returns the answer for the page of the text that the request asks for.
toolkit::tool::Answer page_of(const Document& document, const Request& request);

}
